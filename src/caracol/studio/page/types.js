/**
 * What the page is about, as types; nothing here runs.
 *
 * @typedef {string | number} Value
 *
 * @typedef {object} Cell
 * @property {string} name
 * @property {string} label what people and screen readers call it
 * @property {number} row
 * @property {number} column
 * @property {number} x
 * @property {number} y
 * @property {[number, number][] | null} [outline]
 * @property {number | null} [radius]
 * @property {Value[]} values
 * @property {Value | null} given
 *
 * @typedef {{value: Value, label: string, key: string, glyph: string, middle: [number, number]}} Choice a value
 *   that can be entered
 * @typedef {{text: string, line: string, x: number, y: number}} Name of a line, beside it
 * @typedef {object} Place where a clue can stand that is no cell
 * @property {string} name
 * @property {number} x
 * @property {number} y
 * @property {number} [radius]
 * @property {string} text
 * @property {string[]} [values] what can be printed there; none where it is any number
 * @property {boolean} [several] whether it is a list of these
 *
 * @typedef {object} Board
 * @property {string} family
 * @property {string} title
 * @property {string} header
 * @property {number} width
 * @property {number} height
 * @property {Cell[]} cells
 * @property {Place[]} places
 * @property {Choice[]} values
 * @property {Value | null} blank the value of cells that may be left as they are
 * @property {Name[]} names of lines
 * @property {{cells: Record<string, string>, texts: string[], shown: boolean} | null} printed what belongs to the cells
 *   themselves, and can, and whether it is seen in each
 * @property {string} svg
 * @property {string} rules
 * @property {string[]} views
 * @property {string[]} kinds of clues
 * @property {string} puzzle as it is written again
 * @property {{rings: Record<string, string>, contacts: Contact[]} | null} cube
 *
 * @typedef {{face: string, side: number, other: string, other_side: number, total: number | null}} Contact
 *   where two faces of a cube touch, by their sides: 0 up, 1 right, 2 down, 3 left
 *
 * @typedef {object} Family
 * @property {string} name
 * @property {string} title
 * @property {string} size
 * @property {string} rules
 * @property {string} example
 * @property {string[]} sizes
 * @property {Record<string, string[]>} [levels] to offer, by size
 * @property {string[]} kinds
 * @property {string[]} views
 *
 * @typedef {{readonly value?: Value, readonly corner: readonly Value[], readonly centre: readonly Value[]}} Entry
 * @typedef {Readonly<Record<string, Entry>>} Entries by cell; a cell without any is not listed
 * @typedef {{readonly entries: Entries, readonly trials: readonly Entries[]}} Position
 *   what a player has written, and what stood there when each trial began
 *
 * @typedef {object} Game
 * @property {string} puzzle
 * @property {Board} board
 * @property {Origin} origin
 * @property {Position} position
 * @property {readonly Position[]} past
 * @property {readonly Position[]} future
 * @property {number} seconds
 * @property {boolean} isSolved
 *
 * @typedef {{kind: "daily" | "fresh" | "link", date: string, level: string}} Origin where a puzzle is from
 *
 * @typedef {{cell: string, value: Value, is: boolean}} Fact
 *
 * @typedef {object} Step one or more steps of the proof, told together
 * @property {number} cost
 * @property {string} technique
 * @property {string} sentence a line for each thought
 * @property {string[]} because
 * @property {string[]} reads
 * @property {Fact[]} derives
 * @property {{target: string[], read: string[], scope: string[]}} highlight
 *
 * @typedef {object} Hint
 * @property {string[]} [where]
 * @property {string} [technique]
 * @property {Step | null} [step]
 * @property {string[]} [clash]
 * @property {string} [sentence]
 * @property {string[]} [cells]
 *
 * @typedef {"value" | "corner" | "centre"} Mode
 * @typedef {"off" | "asked" | "always"} Checking
 * @typedef {"en" | "pt"} Language
 * @typedef {"system" | "light" | "dark"} Theme
 * @typedef {{language: Language, theme: Theme, checking: Checking, valueFirst: boolean, view: string}} Settings
 * @typedef {{family: string, size: string, level: string}} Wanted
 * @typedef {{pictures: ("svg" | "png" | "pdf")[], hasBooks: boolean}} Offers what whoever answers can make beside answers
 * @typedef {{done: number, all: number}} Loading bytes of what has to be there before the first question; when all of them
 *   are, it starts
 * @typedef {{text: string, kind: "told" | "error"}} Notice
 *
 * @typedef {object} Editing
 * @property {string} from the puzzle that was played before
 * @property {readonly string[]} past texts of the puzzle before
 * @property {readonly string[]} future texts that were undone
 * @property {Known | null} known what is known of this puzzle, as soon as it is known
 *
 * @typedef {object} Known
 * @property {number} count of solutions, at least
 * @property {boolean} isCounted whether there are no others, or too many to be counted
 * @property {boolean} isMore whether there are more than the count
 * @property {boolean} isSure whether what is said of candidates can be relied on
 * @property {Record<string, Record<string, number>>} candidates
 * @property {Hint | null} conflict
 * @property {readonly string[]} redundant places of clues that are not needed
 * @property {boolean} isTried whether each clue was tried
 * @property {string} level
 * @property {boolean} isGraded whether the level is known as far as it will be
 * @property {boolean} isProved whether it is exactly this level, and not at least this
 *
 * @typedef {object} Told one line of what the server finds out about a puzzle
 * @property {string} puzzle that it is about
 * @property {"count" | "conflict" | "redundant" | "level" | "end"} about
 * @property {boolean} final whether it will not change any more
 * @property {number} [count]
 * @property {boolean} [more]
 * @property {boolean} [sure]
 * @property {Record<string, Record<string, number>>} [candidates]
 * @property {Hint | null} [conflict]
 * @property {string[]} [redundant]
 * @property {string} [level]
 * @property {boolean} [proved]
 *
 * @typedef {{made: number, count: number}} Batch how far a book is
 *
 * @typedef {object} State
 * @property {Settings} settings
 * @property {Offers} offers
 * @property {Loading | null} loading
 * @property {Family[]} families
 * @property {Wanted} wanted
 * @property {Game | null} game
 * @property {string} busy the question that is under way, if the page waits for it
 * @property {string} cursor the cell that has the focus
 * @property {readonly string[]} selected
 * @property {Mode} mode
 * @property {Mode | null} held the mode while a key is held
 * @property {Value | null} armed the value that goes into every cell that is touched
 * @property {{from: Value | null, to: Value | null} | null} brush what a drag makes of the cells that it touches
 * @property {{text: string, at: number}} typed the digits of a number so far
 * @property {readonly string[]} wrong
 * @property {{answer: Hint, grade: 1 | 2} | null} hint
 * @property {Notice | null} notice
 * @property {string} dialog
 * @property {boolean} isPaused
 * @property {boolean} isKept whether the browser keeps the game
 * @property {{yaw: number, pitch: number}} camera from where a cube is looked at, in degrees
 * @property {Editing | null} editing
 * @property {Batch | null} batch
 * @property {{steps: Step[], at: number} | null} walk
 */

export {};
