import type { EditKind } from './line-editor.ts'

/** A key or a paste in the input of the terminal. */
export type Key =
  | { readonly kind: 'edit'; readonly edit: EditKind }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'paste'; readonly text: string }
  | { readonly kind: 'enter' | 'complete' | 'interrupt' | 'suspend' | 'endOfInput' | 'clear' | 'escape' }

const edit = (kind: EditKind): Key => ({ kind: 'edit', edit: kind })

/** Longest first: an escape alone must not match the start of a longer sequence. */
const SEQUENCES: readonly (readonly [string, Key])[] = (
  [
    ['\x1b[1;5D', edit('wordLeft')],
    ['\x1b[1;5C', edit('wordRight')],
    ['\x1b[1;3D', edit('wordLeft')],
    ['\x1b[1;3C', edit('wordRight')],
    ['\x1b[3~', edit('delete')],
    ['\x1b[1~', edit('home')],
    ['\x1b[4~', edit('end')],
    ['\x1b[7~', edit('home')],
    ['\x1b[8~', edit('end')],
    ['\x1b[A', edit('previous')],
    ['\x1b[B', edit('next')],
    ['\x1b[C', edit('right')],
    ['\x1b[D', edit('left')],
    ['\x1b[H', edit('home')],
    ['\x1b[F', edit('end')],
    ['\x1bOA', edit('previous')],
    ['\x1bOB', edit('next')],
    ['\x1bOC', edit('right')],
    ['\x1bOD', edit('left')],
    ['\x1bOH', edit('home')],
    ['\x1bOF', edit('end')],
    ['\x1bb', edit('wordLeft')],
    ['\x1bf', edit('wordRight')],
    ['\x1b\x7f', edit('killWord')],
    ['\x01', edit('home')],
    ['\x02', edit('left')],
    ['\x03', { kind: 'interrupt' }],
    ['\x04', { kind: 'endOfInput' }],
    ['\x05', edit('end')],
    ['\x06', edit('right')],
    ['\x07', edit('cancelSearch')],
    ['\x08', edit('backspace')],
    ['\x09', { kind: 'complete' }],
    ['\x0a', { kind: 'enter' }],
    ['\x0b', edit('killToEnd')],
    ['\x0c', { kind: 'clear' }],
    ['\x0d', { kind: 'enter' }],
    ['\x0e', edit('next')],
    ['\x10', edit('previous')],
    ['\x12', edit('search')],
    ['\x15', edit('killToStart')],
    ['\x17', edit('killWord')],
    ['\x19', edit('yank')],
    ['\x1a', { kind: 'suspend' }],
    ['\x7f', edit('backspace')],
    ['\x1b', { kind: 'escape' }],
  ] satisfies [string, Key][]
).sort(([a], [b]) => b.length - a.length)

const PASTE_START = '\x1b[200~'
const PASTE_END = '\x1b[201~'

/** Splits a chunk of input into keys and pastes. A bracketed paste is one item. */
export function readKeys(data: string): Key[] {
  const keys: Key[] = []
  for (let at = 0; at < data.length;) {
    if (data.startsWith(PASTE_START, at)) {
      const end = data.indexOf(PASTE_END, at)
      const text = data.slice(at + PASTE_START.length, end < 0 ? undefined : end)
      keys.push({ kind: 'paste', text: plainText(text) })
      at = end < 0 ? data.length : end + PASTE_END.length
      continue
    }
    const known = SEQUENCES.find(([sequence]) => data.startsWith(sequence, at))
    if (known?.[1].kind === 'escape' && data.length > at + 1) {
      // An unsupported escape sequence is ignored.
      at += 1 + (/^(\[[0-9;?]*[ -/]*[@-~]|O.|.)/s.exec(data.slice(at + 1))?.[0].length ?? 0)
      continue
    }
    if (known !== undefined) {
      keys.push(known[1])
      at += known[0].length
      continue
    }
    const text = /^\P{Cc}+/u.exec(data.slice(at))?.[0]
    if (text !== undefined) keys.push({ kind: 'text', text })
    at += text?.length ?? 1
  }
  return keys
}

/** Pasted text without control characters, with normalised line ends, and with spaces instead of tabs. */
function plainText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', '  ')
    .replace(/(?!\n)\p{Cc}/gu, '')
}
