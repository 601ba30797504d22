"""What each study is about. A new one is a file in carcbot/lab/studies and an entry here."""

from typing import Final, Literal, NamedTuple

__all__ = ["LISTED", "Listing"]


class Listing(NamedTuple):
    """What is known of a study before it is imported, as a list of them tells it.

    Attributes:
        name: As users write it; its file has that name with _ for -.
        title: In a few words.
        source: The publication, with section, table or figure.
        counts: What the effort's count is of. With ``matches``, and where it is empty, there is no
            count but a budget; where it is empty nothing is left to chance.
        usual: That count of the committed result; 0 if nothing is counted.
    """

    name: str
    title: str
    source: str
    counts: Literal["games", "positions", "matches", ""] = "matches"
    usual: int = 0


LISTED: Final = {
    listing.name: listing
    for listing in (
        Listing("complexity", "How large the game is", "Heyden 2009, 3.1 and 3.2, table 3.1", ""),
        Listing(
            "branching",
            "How many moves there are",
            "Heyden 2009, 3.2, figures 3.1 and 3.2",
            "games",
            200,
        ),
        Listing(
            "mc-rewards",
            "Flat Monte Carlo: points or wins",
            "Heyden 2009, 6.2.1, table 6.1, figures 6.1 and 6.2",
        ),
        Listing("uct-curiosity", "UCT's constant C", "Heyden 2009, 6.2.2, table 6.2"),
        Listing(
            "mcts-rewards",
            "Tree search: points or wins",
            "Heyden 2009, 6.2.2, table 6.3, figures 6.3 and 6.4",
        ),
        Listing(
            "move-orders",
            "The order of moves in Star1 and Star2",
            "Heyden 2009, 6.3.1, table 6.4",
            "positions",
            50,
        ),
        Listing("weights", "The weights of the evaluation", "Heyden 2009, 6.3.2, table 6.5"),
        Listing(
            "star-nodes",
            "Expectimax, Star1 and Star2 side by side",
            "Heyden 2009, 6.3.3, figures 6.5 and 6.6",
            "positions",
            50,
        ),
        Listing(
            "printed-listings",
            "The listings and bounds as printed",
            "Heyden 2009, listings 5.3 to 5.5 and section 6.4",
            "positions",
            50,
        ),
        Listing(
            "probing",
            "Star2.5: probing factors from 1 to 7",
            "Heyden 2009, 6.3.4, table 6.6",
            "positions",
            50,
        ),
        Listing(
            "deepening",
            "Iterative deepening to depth 3",
            "Heyden 2009, 6.3.5, table 6.7",
            "positions",
            50,
        ),
        Listing(
            "mcts-star25",
            "Tree search against Star2.5",
            "Heyden 2009, 6.4, table 6.8, figures 6.7 and 6.8",
        ),
        Listing(
            "tuning",
            "Tuning, times and redraws",
            "Ameneyro and Galvan 2020, table III and section IV",
        ),
        Listing("random-rival", "Against a random player", "Ameneyro and Galvan 2020, table IV"),
        Listing(
            "mcts-star25-virtual",
            "Tree search against Star2.5 with virtual scores",
            "Ameneyro and Galvan 2020, table V, figures 3 and 4",
        ),
        Listing(
            "rave-star25-virtual",
            "RAVE against Star2.5 with virtual scores",
            "Ameneyro and Galvan 2020, table VI",
        ),
        Listing(
            "rave-mcts", "RAVE against plain tree search", "Ameneyro and Galvan 2020, table VII"
        ),
        Listing(
            "placements",
            "How many places there are for a tile",
            "the article on wingedsheep's environment, 2020",
            "games",
            400,
        ),
        Listing(
            "thurn-and-taxis-size",
            "How large Thurn and Taxis is",
            "F. Schadd 2009, chapter 3, tables 3.1 and 3.4",
            "",
        ),
        Listing(
            "schadd-lengths",
            "Thurn and Taxis: lengths and ways",
            "F. Schadd 2009, 3.2 and 3.3, tables 3.2 to 3.4, figures 3.1 to 3.3",
            "games",
            900,
        ),
        Listing(
            "schadd-mc",
            "Thurn and Taxis: flat Monte Carlo",
            "F. Schadd 2009, 5.1, tables 5.1 to 5.14",
        ),
        Listing(
            "schadd-mcts",
            "Thurn and Taxis: tree search",
            "F. Schadd 2009, 5.2 to 5.4, tables 5.15 to 5.37",
        ),
        Listing(
            "schadd-samples",
            "Thurn and Taxis: samples a second with SimCut",
            "F. Schadd 2009, 5.2.4, tables 5.21 and 5.22",
            "games",
            60,
        ),
        Listing(
            "schadd-sweep",
            "Thurn and Taxis: C, T and the limit of turns",
            "a question of our own, on F. Schadd 2009, 5.2 and chapter 6",
        ),
        Listing(
            "schadd-hidden",
            "Thurn and Taxis: what hidden cards are worth",
            "a question of our own",
        ),
        Listing(
            "postmaster",
            "Thurn and Taxis: our best against the thesis's",
            "a question of our own",
        ),
        Listing(
            "dispatcher",
            "Ticket to Ride: our agents against the thesis's",
            "a question of our own",
        ),
        Listing(
            "huchler-size",
            "How large Ticket to Ride is",
            "C. Huchler 2015, sections 2.4 and 4.2.2, tables 2.2 and 2.3",
            "games",
            100,
        ),
        Listing(
            "huchler-simulations",
            "Ticket to Ride: how many simulations",
            "C. Huchler 2015, sections 5.3, 5.5.2 and 5.12, tables 5.1 and 5.4",
        ),
        Listing(
            "huchler-tables",
            "Ticket to Ride: who beats whom",
            "C. Huchler 2015, chapter 5, tables 5.1 to 5.15",
        ),
        Listing(
            "huchler-sweep",
            "Ticket to Ride: A, B, C, k_init and epsilon",
            "a question of our own, on C. Huchler 2015, 5.2.1 and chapter 6",
        ),
        Listing(
            "champion",
            "The judge and the champion against the agents of the papers",
            "a question of our own",
        ),
        Listing("strengths", "What makes champion strong", "a question of our own"),
        Listing(
            "judge-facts",
            "What the judge's facts are worth",
            "a question of our own",
            "games",
            2000,
        ),
        Listing(
            "endings",
            "What the chance of winning is worth near the end",
            "a question of our own",
            "games",
            6000,
        ),
        Listing("scaling", "Strength by thinking time", "a question of our own"),
    )
}
"""Every study: Heyden's thesis's in its order, the paper's of 2020, the article's, F. Schadd's
thesis's and C. Huchler's, our own of a game after its thesis's, then those of Carcassonne."""
