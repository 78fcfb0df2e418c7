import { EDITOR_MANAGER } from '../client/manifest.ts'
import type { EditorDocument } from '../contracts/documents.ts'
import { questions } from './questions.svelte.ts'

/** Asks the user for the field manager of a document. */
export async function chooseFieldManager(document: EditorDocument): Promise<void> {
  const name = await questions.ask({
    title: 'Field manager',
    body: 'The server records under this name which fields the document sets.',
    action: 'Use this name',
    text: { label: 'Name', value: document.manager ?? EDITOR_MANAGER },
  })
  if (name !== undefined) document.manager = name === EDITOR_MANAGER ? undefined : name
}
