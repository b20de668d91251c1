"""Pairs each round of whole tournaments with caissify-pairings: one tournament a line, as JSON, and one answer a line."""

import json
import logging
import sys

from caissify_pairings import generate_pairings

logging.disable(logging.CRITICAL)
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2": (1, 1)}


class Player:
    """What the rounds so far brought a player."""

    def __init__(self, number):
        self.number, self.points, self.byes, self.won_unplayed = number, 0, 0, 0
        self.colours, self.floats = [], []

    def state(self, rank):
        # Its order is by this number alone, where the rules rank by points first: so it gets their order, with the parity
        # of the number, which decides on the first colour.
        order = 2 * rank + self.number % 2
        return {
            "id": self.number, "name": str(self.number), "rating": 3000 - self.number,
            "starting_number": self.number, "pairing_number": order,
            "score": self.points / 2, "color_hist": list(self.colours), "float_history": list(self.floats),
            "bye_count": self.byes, "forfeit_win_count": self.won_unplayed,
        }


def add(players, met, games, bye):
    before = {number: player.points for number, player in players.items()}
    floats = dict.fromkeys(players, "none")
    for white, black, result, played in games:
        if played:
            met.add((min(white, black), max(white, black)))
            players[white].colours.append("white")
            players[black].colours.append("black")
            if before[white] != before[black]:
                higher, lower = (white, black) if before[white] > before[black] else (black, white)
                floats[higher], floats[lower] = "down", "up"
        for number, points in zip((white, black), POINTS[result]):
            players[number].points += points
            if not played and points > 0:
                floats[number] = "down"
            if not played and points == 2:
                players[number].won_unplayed += 1
    if bye is not None:
        players[bye].points += 2
        players[bye].byes += 1
        floats[bye] = "down"
    for number, player in players.items():
        player.floats.append(floats[number])


def judge(tournament):
    players = {number: Player(number) for number in range(1, tournament["players"] + 1)}
    met, answers = set(), []
    for number, a_round in enumerate(tournament["played"], 1):
        order = sorted((players[present] for present in a_round["present"]), key=lambda one: (-one.points, one.number))
        try:
            said = generate_pairings(
                system="dutch", players=[player.state(rank) for rank, player in enumerate(order)],
                previous_pairings=set(met), round_number=number, total_rounds=tournament["rounds"],
                initial_color=tournament["first_has"],
            )
            games = sorted([pair["white_id"], pair["black_id"]] for pair in said if pair["black_id"] is not None)
            byes = [pair["white_id"] for pair in said if pair["black_id"] is None]
            answers.append({"games": games, "byes": byes})
        except Exception as error:
            answers.append({"error": repr(error)})
        add(players, met, a_round["games"], a_round["bye"])
    return answers


for line in sys.stdin:
    print(json.dumps(judge(json.loads(line))), flush=True)
