/** The state of the edited line, immutable. */
export interface LineState {
  readonly text: string
  /** Index into `text` at which the next character is inserted. */
  readonly cursor: number
  /** The text that Ctrl-K, Ctrl-U or Ctrl-W cut last, for Ctrl-Y. */
  readonly killed: string
  /** The index in the history. The line that the user is typing has the index after the last one. */
  readonly at: number
  /** The line that was being typed before the user moved into the history. */
  readonly draft: string
  /** The query of Ctrl-R; undefined without a search. */
  readonly search?: string
}

export type LineAction = { readonly kind: 'insert'; readonly text: string } | { readonly kind: EditKind }

export type EditKind =
  | 'left'
  | 'right'
  | 'wordLeft'
  | 'wordRight'
  | 'home'
  | 'end'
  | 'backspace'
  | 'delete'
  | 'killToEnd'
  | 'killToStart'
  | 'killWord'
  | 'yank'
  | 'previous'
  | 'next'
  | 'search'
  | 'cancelSearch'

export function newLine(history: readonly string[]): LineState {
  return { text: '', cursor: 0, killed: '', at: history.length, draft: '' }
}

export function editLine(state: LineState, action: LineAction, history: readonly string[]): LineState {
  if (state.search !== undefined) return searching(state, action, history)
  if (action.kind === 'insert') return insert(state, action.text)
  return EDITS[action.kind](state, history)
}

const insert = (state: LineState, text: string): LineState => ({
  ...state,
  text: state.text.slice(0, state.cursor) + text + state.text.slice(state.cursor),
  cursor: state.cursor + text.length,
})

type Edit = (state: LineState, history: readonly string[]) => LineState

const EDITS: Readonly<Record<EditKind, Edit>> = {
  left: (state) => ({ ...state, cursor: before(state.text, state.cursor) }),
  right: (state) => ({ ...state, cursor: after(state.text, state.cursor) }),
  wordLeft: (state) => ({ ...state, cursor: wordBefore(state.text, state.cursor) }),
  wordRight: (state) => ({ ...state, cursor: wordAfter(state.text, state.cursor) }),
  home: (state) => ({ ...state, cursor: state.text.lastIndexOf('\n', state.cursor - 1) + 1 }),
  end: (state) => ({ ...state, cursor: lineEnd(state.text, state.cursor) }),
  backspace: (state) => cut(state, before(state.text, state.cursor), state.cursor),
  delete: (state) => cut(state, state.cursor, after(state.text, state.cursor)),
  killToEnd: (state) => kill(state, state.cursor, lineEnd(state.text, state.cursor)),
  killToStart: (state) => kill(state, state.text.lastIndexOf('\n', state.cursor - 1) + 1, state.cursor),
  killWord: (state) => kill(state, wordBefore(state.text, state.cursor), state.cursor),
  yank: (state) => insert(state, state.killed),
  previous: (state, history) => recall(state, state.at - 1, history),
  next: (state, history) => recall(state, state.at + 1, history),
  search: (state) => ({ ...state, search: '', draft: state.at < 0 ? state.draft : state.text }),
  cancelSearch: (state) => state,
}

/** The cursor moves by graphemes, such as a base character with its accents or a surrogate pair. */
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function before(text: string, cursor: number): number {
  const last = [...segmenter.segment(text.slice(0, cursor))].at(-1)
  return cursor - (last?.segment.length ?? 0)
}

function after(text: string, cursor: number): number {
  const [first] = segmenter.segment(text.slice(cursor))
  return cursor + (first?.segment.length ?? 0)
}

function wordBefore(text: string, cursor: number): number {
  return /\S*\s*$/.exec(text.slice(0, cursor))?.index ?? 0
}

function wordAfter(text: string, cursor: number): number {
  return cursor + (/^\s*\S*/.exec(text.slice(cursor))?.[0].length ?? 0)
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf('\n', cursor)
  return end < 0 ? text.length : end
}

function cut(state: LineState, from: number, to: number): LineState {
  return { ...state, text: state.text.slice(0, from) + state.text.slice(to), cursor: from }
}

function kill(state: LineState, from: number, to: number): LineState {
  return from === to ? state : { ...cut(state, from, to), killed: state.text.slice(from, to) }
}

function recall(state: LineState, at: number, history: readonly string[]): LineState {
  if (at < 0 || at > history.length) return state
  const draft = state.at === history.length ? state.text : state.draft
  const text = at === history.length ? draft : (history[at] ?? '')
  return { ...state, at, draft, text, cursor: text.length }
}

/**
 * Edits a line during a search (Ctrl-R). Typing edits the query, another Ctrl-R finds an older line, and `cancelSearch`
 * restores the typed line. Any other action accepts the found line.
 */
function searching(state: LineState, action: LineAction, history: readonly string[]): LineState {
  const { search = '' } = state
  if (action.kind === 'insert') return find({ ...state, search: search + action.text }, history.length - 1, history)
  if (action.kind === 'backspace') return find({ ...state, search: search.slice(0, -1) }, history.length - 1, history)
  if (action.kind === 'search') return find(state, state.at - 1, history)
  const { search: _, ...found } = state
  if (action.kind === 'cancelSearch')
    return { ...found, text: state.draft, cursor: state.draft.length, at: history.length }
  return editLine(found, action, history)
}

function find(state: LineState, from: number, history: readonly string[]): LineState {
  const { search = '' } = state
  if (search === '') return state
  for (let at = Math.min(from, history.length - 1); at >= 0; at--) {
    const text = history[at] ?? ''
    const cursor = text.indexOf(search)
    if (cursor >= 0) return { ...state, at, text, cursor }
  }
  return state
}

/** Ends a search and accepts the found line. */
export function acceptSearch(state: LineState): LineState {
  const { search: _, ...found } = state
  return found
}
