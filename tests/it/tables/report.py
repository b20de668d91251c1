"""What another program, caissify-pairings, makes of tournament report files: it pairs some, and looks through others.

`pair` prints files that it paired, each with a line of its own behind it. `swiss` and `look` read files so, and print what it has
read of each, a line for each player and round; `swiss` also in how many rounds it would have paired others.
"""

import sys

from caissify_pairings.fpc import check_trf
from caissify_pairings.rtg import generate_tournament
from caissify_pairings.trf import parse_trf

END = "=== end"


def pair():
    for seed in range(16):
        print(generate_tournament(num_players=5 + seed, num_rounds=3 + seed % 4, seed=seed))
        print(END)


def check(text, system):
    read = parse_trf(text)
    if system == "swiss":
        summary = check_trf(text)["summary"]
        print("rounds", summary["rounds_checked"], "other", summary["rounds_mismatched"])
    print("name", read["tournament"]["name"], "of", read["tournament"]["total_rounds"], "rounds")
    for player in read["players"]:
        print("player", player["starting_number"], player["name"], player["rating"], player["score"])
        for round_, had in sorted(player["results"].items()):
            result = had["result"] or "none"
            print("round", round_, had["opponent"] or 0, had["color"] or "-", result)


def main():
    words = sys.stdin.read()
    what, _, words = words.partition("\n")
    if what == "pair":
        pair()
    else:
        for text in words.split(END + "\n")[:-1]:
            check(text, what)
            print(END)


main()
