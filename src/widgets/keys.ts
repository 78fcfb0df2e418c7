import type { Command } from '../contracts/commands.ts'

/** Shortcuts are written `Mod-Shift-s`: `Mod` is Cmd on a Mac and Ctrl elsewhere. */
const isMac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform)

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

function keyName({ code, key }: KeyPress): string {
  if (code === 'Backquote') return 'Backquote'
  return key.length === 1 ? key.toLowerCase() : key
}

/** The key press in the notation of shortcuts: `Mod-k`, `Mod-Shift-s`, `Ctrl-Backquote`, `F6`, `/`. */
export function keysOf(event: KeyPress, mac = isMac): string {
  const mod = mac ? event.metaKey : event.ctrlKey
  const key = keyName(event)
  let out = ''
  if (mod) out += 'Mod-'
  if (mac && event.ctrlKey) out += 'Ctrl-'
  if (event.altKey) out += 'Alt-'
  // For printable keys, `key` already includes the effect of Shift: `?` instead of `Shift-/`.
  if (event.shiftKey && (mod || event.altKey || event.key.length > 1)) out += 'Shift-'
  return out + key
}

const MAC_NAMES: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥', Ctrl: '⌃' }
const NAMES: Readonly<Record<string, string>> = { Mod: 'Ctrl' }
const KEY_NAMES: Readonly<Record<string, string>> = {
  Backquote: '`',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Enter: '↵',
  Delete: 'Del',
}

/** A shortcut as text: `Ctrl+Shift+S`, or `⌘⇧S` on a Mac. */
export function showKeys(keys: string, mac = isMac): string {
  const parts = keys.split(/-(?=.)/)
  const named = parts.map((part) => {
    const modifier = mac ? MAC_NAMES[part] : NAMES[part]
    return modifier ?? KEY_NAMES[part] ?? (part.length === 1 ? part.toUpperCase() : part)
  })
  return named.join(mac ? '' : '+')
}

const TYPING = 'input, textarea, select, [contenteditable="true"]'

/** Runs the command of a key press. In a text field, a key without a modifier only types text. */
export function runShortcut(event: KeyboardEvent, keys: string, found: Command | undefined): void {
  if (found === undefined || document.querySelector('dialog[open]') !== null) return
  const typing = event.target instanceof Element && event.target.closest(TYPING) !== null
  if (typing && keys.length === 1) return
  event.preventDefault()
  found.run()
}
