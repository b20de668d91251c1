"""Tables of tournaments a second time, written from the rules alone: C.07 of FIDE, and what docs say of round robins.

Reads tournaments, one fact a line, and prints for each a line a player: the places, the points and the tie-breaks as fractions,
and the places that are reached when the games that go on end in all ways, where these are few.
"""

import itertools
import sys
from fractions import Fraction

HALF = Fraction(1, 2)
SCORES = {"1-0": (1, 0), "0-1": (0, 1), "1/2-1/2": (HALF, HALF)}


class Tournament:
    def __init__(self, system, rounds, players):
        self.swiss = system == "swiss"
        self.rounds = int(rounds)
        self.players = range(1, int(players) + 1)
        self.left, self.games, self.byes = {}, [], []

    def settled(self):
        """The games that count, with those of whoever left decided: round, White, Black, scores or None, played."""
        for round_, white, black, result, played in self.games:
            if "annulled" in (self.left.get(white), self.left.get(black)):
                continue
            scores = SCORES.get(result)
            if scores is None and (white in self.left or black in self.left):
                scores = (0 if white in self.left else 1, 0 if black in self.left else 1)
            yield round_, white, black, scores, played


def table(t):
    games = list(t.settled())
    last = max([game[0] for game in t.games] + [round_ for round_, _ in t.byes], default=0)
    # player -> round -> [(kind, opponent, score)]; kinds: played, open, won-unplayed, lost-unplayed, bye
    had = {player: {} for player in t.players}
    for round_, white, black, scores, played in games:
        for me, you, which in ((white, black, 0), (black, white, 1)):
            if scores is None:
                entry = ("open", you, 0)
            elif played:
                entry = ("played", you, scores[which])
            else:
                entry = ("lost-unplayed" if scores[which] == 0 else "won-unplayed", you, scores[which])
            had[me].setdefault(round_, []).append(entry)
    for round_, player in t.byes:
        had[player].setdefault(round_, []).append(("bye", None, 1))
    placed = [player for player in t.players if t.left.get(player) != "annulled"]
    everything = {player: [one for entries in had[player].values() for one in entries] for player in t.players}
    points = {player: sum((one[2] for one in everything[player]), Fraction(0)) for player in t.players}
    wins = {player: sum(one[2] == 1 for one in everything[player]) for player in t.players}
    if t.swiss:
        breaks = swiss(t, had, points, wins, last)
    else:
        berger = {p: sum((one[2] * points[one[1]] for one in everything[p]), Fraction(0)) for p in t.players}
        breaks = {player: (wins[player], berger[player]) for player in t.players}
    groups = [placed]
    for key in [lambda p: points[p]] + [lambda p, i=i: breaks[p][i] for i in range(4 if t.swiss else 2)]:
        groups = [part for group in groups for part in split(group, key)]
    if not t.swiss:
        groups = [part for group in groups for part in encounter(group, games)]
    places, first = {}, 1
    for group in groups:
        for player in group:
            places[player] = (first, first + len(group) - 1)
        first += len(group)
    return places, points, breaks


def swiss(t, had, points, wins, last):
    adjusted = {}
    for player in t.players:
        adjusted[player] = points[player]
        for round_ in range(last, 0, -1):
            entries = had[player].get(round_, [])
            if not entries:
                adjusted[player] += HALF
            elif any(kind != "lost-unplayed" for kind, _, _ in entries):
                break
    breaks = {}
    for player in t.players:
        chosen, other, berger = [], [], Fraction(0)
        cap = min(points[player], t.rounds * HALF)
        for round_ in range(1, last + 1):
            for kind, opponent, score in had[player].get(round_, [("absent", None, 0)]):
                if kind in ("played", "open"):
                    value = adjusted[opponent]
                elif kind in ("won-unplayed", "lost-unplayed"):
                    value = min(points[player], adjusted[opponent])
                else:
                    value = cap
                (chosen if kind in ("absent", "lost-unplayed") else other).append(value)
                berger += value * score
        whole = sum(chosen + other, Fraction(0))
        cut = min(chosen) if chosen else min(other, default=0)
        breaks[player] = (whole - cut, whole, berger, wins[player])
    return breaks


def split(group, key):
    values = sorted({key(player) for player in group}, reverse=True)
    return [[player for player in group if key(player) == value] for value in values]


def encounter(group, games):
    among = [game for game in games if game[1] in group and game[2] in group]
    if any(game[3] is None for game in among):
        return [group]
    score = dict.fromkeys(group, Fraction(0))
    for _, white, black, scores, _ in among:
        score[white] += scores[0]
        score[black] += scores[1]
    parts = split(group, score.get)
    return parts if len(parts) == 1 else [part for one in parts for part in encounter(one, games)]


def reached(t):
    """The best and the worst place of each in all ends, or None where there are too many or rounds are to come."""
    last = max([game[0] for game in t.games] + [round_ for round_, _ in t.byes], default=0)
    going_on = {index for index, game in enumerate(t.games)
                if game[3] == "*" and game[1] not in t.left and game[2] not in t.left}
    if len(going_on) > 3 or (t.swiss and last < t.rounds):
        return None
    ways = [[(result, played) for result in SCORES for played in ({t.games[i][4], True} if t.swiss else {True})]
            for i in sorted(going_on)]
    best, worst = {}, {}
    before = t.games
    for end in itertools.product(*ways):
        decided = dict(zip(sorted(going_on), end))
        t.games = [game[:3] + decided[i] if i in decided else game for i, game in enumerate(before)]
        for player, (first, last_) in table(t)[0].items():
            best[player] = min(best.get(player, first), first)
            worst[player] = max(worst.get(player, last_), last_)
    t.games = before
    return {player: (best[player], worst[player]) for player in best}


def show(t):
    places, points, breaks = table(t)
    ends = reached(t)
    for player in t.players:
        place = "%d-%d" % places[player] if player in places else "none"
        possible = "unknown" if ends is None else "%d-%d" % ends[player] if player in ends else "none"
        print(player, place, float(points[player]), *map(float, breaks[player]), possible)
    print("end")


def main():
    t = None
    for line in sys.stdin:
        what, *words = line.split()
        if what == "tournament":
            t = Tournament(*words)
        elif what == "left":
            t.left[int(words[0])] = words[1]
        elif what == "game":
            t.games.append((int(words[0]), int(words[1]), int(words[2]), words[3], words[4] == "played"))
        elif what == "bye":
            t.byes.append((int(words[0]), int(words[1])))
        else:
            show(t)


main()
