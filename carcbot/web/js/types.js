/**
 * What the pages' modules say to each other, as types. Nothing here runs.
 *
 * @typedef {object} Clock
 * @property {string} [kind]
 * @property {number} [main_us]
 * @property {number} [move_us]
 *
 * @typedef {object} Analysis What a player thought.
 * @property {number} [score]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {string[]} [line]
 * @property {"agent" | "substitute"} [by] Who chose the move: a substitute where the bot's agent had failed.
 *
 * @typedef {object} Standing
 * @property {number} place
 * @property {number} points
 * @property {string} [out]
 *
 * @typedef {object} MatchEvent An event of the protocol; which fields there are depends on its type.
 * @property {string} type
 * @property {number} seq
 * @property {number} [seat]
 * @property {string} [move]
 * @property {string} [draw]
 * @property {number} [turn]
 * @property {string} [by]
 * @property {string} [why]
 * @property {string} [reason]
 * @property {string} [text]
 * @property {number[]} [scores]
 * @property {number} [spent_us]
 * @property {number} [remaining_us]
 * @property {string[]} [seats]
 * @property {Standing[]} [standings]
 * @property {Clock} [clock]
 * @property {{ grace_us?: number }} [policy]
 * @property {boolean} [rated]
 *
 * @typedef {object} Picture What is to be seen of a position. Games add what only their script reads.
 * @property {number | null} to_move
 * @property {boolean} over
 * @property {number[]} scores
 * @property {number[]} outlook
 * @property {number} turn How many turns are over.
 *
 * @typedef {{ seq: number, seat: number, analysis: Analysis }} Thought
 * @typedef {[number[], number[]]} Points On the table, and as if the game ended now.
 *
 * @typedef {object} StoryText A match as the referee tells it.
 * @property {string} match
 * @property {string} game
 * @property {string} options
 * @property {(string | null)[]} seats
 * @property {boolean} over
 * @property {MatchEvent[]} events
 * @property {Points[]} points
 * @property {number[]} turns How many turns were over, before the first event and after each.
 * @property {Thought[]} thoughts
 * @property {boolean} hints Whether players may ask what a bot would do.
 * @property {boolean} hides Whether something is hidden until the match is over.
 * @property {number[]} [marked] Events whose draw or move everybody saw with a mark that they do not have here.
 * @property {Picture} [picture] What is to be seen after the last event.
 * @property {SheetLine[]} [sheet] At its end, or where it was ended: where the points come from.
 *
 * @typedef {[string, number[], number | null]} SheetLine What brought points, those of each seat, and
 *     which part of the picture it is.
 *
 * @typedef {object} ClocksMessage
 * @property {number} seq
 * @property {number[]} remaining_us
 * @property {number} [seat]
 * @property {number} [time_us]
 *
 * @typedef {object} Hint A move that a bot would make.
 * @property {string} move
 * @property {number} value
 * @property {number} share
 * @property {any} [effects] What it changes, as the game's `PageFace` tells.
 *
 * @typedef {object} SiteText What the referee offers to persons.
 * @property {string} product
 * @property {boolean} guests
 * @property {boolean} guests_play
 * @property {string} account Whose token this visitor has; empty is nobody's.
 * @property {string[]} may What it may do: watch, play, meet others in the lobby.
 * @property {Record<string, GameText>} games
 * @property {{ name: string, source: string, note: string }[]} agents
 * @property {number} sparring
 *
 * @typedef {object} GameText
 * @property {string} title
 * @property {[number, number]} seats
 * @property {OptionText[]} options
 * @property {string[]} agents Those of the referee's agents that play it.
 * @property {string} [strongest] The strongest of them.
 * @property {boolean} rules Whether a page tells how it is played.
 *
 * @typedef {object} OptionText
 * @property {string} name
 * @property {string[]} values The usual one is the first.
 * @property {string} help
 * @property {string} title What people call it; of what has none they are not asked.
 * @property {[string, string][]} parts What its values are put together of, with what people call each.
 */

/**
 * @typedef {[string[], string]} KeyText Keys, any of which does the same, as they are written; and what they do.
 */

/**
 * How a game is drawn and played in a page: all that the page knows of it. A game with hidden cards
 * has the same: its pictures are what the seat may see, or everybody at the table.
 *
 * @typedef {object} TurnStep A decision of a turn.
 * @property {string} move
 * @property {Picture | null} before What was to be seen before it, if that is known.
 * @property {string | null} drawn What was drawn after it first.
 * @property {string[]} [seen] It, and all that was drawn after it.
 *
 * @typedef {object} GameFace
 * @property {(art: unknown) => void} [prepare] Takes in what it draws with: the art of its `PageFace`.
 * @property {(host: HTMLElement, tip: HTMLElement) => Board} board Makes a board in an element.
 * @property {(board: Board, host: HTMLElement, seat: number) => MoveInput} input
 * @property {PanelMaker[]} panels What it shows beside the board, each with a title.
 * @property {(seat: number) => Element} figure The sign of a seat.
 * @property {(picture: Picture, seat: number) => Node[]} supply What a seat has left.
 * @property {(picture: Picture, seat: number) => string} [unseen] What the points of a seat, if the game
 *     ended now, leave out because it is hidden here: "2 hidden tickets"; empty if that is nothing.
 * @property {(picture: Picture) => Node[]} hand What is to be played now.
 * @property {(ply: string, before?: Picture | null) => string} say A move or a draw in words, without
 *     who made it; with what was to be seen before it, if that is known.
 * @property {boolean} [drawsFirst] Whether a move is of what was drawn just before it.
 * @property {(steps: TurnStep[], after: Picture | null) => string} [sayTurn] A whole turn in one sentence,
 *     without who made it and without the full stop, where it has several decisions.
 * @property {(hint: Hint, picture: Picture, names: string[]) => (Node | string)[]} [sayHint] A hint
 *     with its reason, where it is drawn on the board as well.
 *
 * @typedef {object} Board
 * @property {string[]} names What the players are called.
 * @property {(picture: Picture, places: boolean) => void} show Draws a position; with the places
 *     where something can be played.
 * @property {() => void} [fit] Of a board that can be moved about, as the next two.
 * @property {(factor: number) => void} [zoom]
 * @property {(on: boolean) => void} [coordinates]
 * @property {(event: KeyboardEvent) => boolean} key Whether the key moved what is seen.
 * @property {KeyText[]} [keys] Those that do.
 * @property {(part: number | null) => void} point Shows a part of the picture, such as an area.
 * @property {(move: string | null) => void} preview Shows a move that could be made.
 * @property {(hints: Hint[], propose: (move: string) => void) => void} [hints] Draws moves that a bot
 *     would make, numbered from 1; none takes them away.
 *
 * @typedef {object} MoveInput How a person makes a move: several steps, then a confirmation.
 * @property {HTMLElement} host The element that it was given, where it asks.
 * @property {(picture: Picture, done: (move: string) => void) => void} ask
 * @property {() => void} rest Nothing is asked any more.
 * @property {string | null} chosen The move that waits for its confirmation.
 * @property {(move: string) => void} propose Takes a move, such as a hint, up to its confirmation.
 * @property {(event: KeyboardEvent) => boolean} key Whether the key meant something.
 * @property {KeyText[]} [keys] Those that do.
 *
 * @typedef {object} PanelMaker
 * @property {string} id
 * @property {string} title
 * @property {(host: HTMLElement, board: Board) => { show: (picture: Picture, names: string[]) => void }} make
 */

export {};
