import type { Comparison, EditorDocument } from '../contracts/documents.ts'
import { OpenDocument } from './documents.svelte.ts'
import type { Tab } from './tabs.svelte.ts'

/** Opens the document of an object once: with the text of the server, or for a deleted object with its draft alone. */
export function openObjectDocument(tab: Tab, name: string, text?: string): void {
  const draft = tab.restored
  if (tab.document !== undefined || (text ?? draft) === undefined) return
  const document = new OpenDocument({ name, text: text ?? draft ?? '' }, tab.at)
  if (draft !== undefined) document.text = draft
  if (text === undefined) document.markUnapplied()
  tab.document = document
}

/** The comparison with the live object. */
export const liveComparison = (document: EditorDocument): Comparison => ({
  title: 'the live object',
  text: () => document.live,
})
