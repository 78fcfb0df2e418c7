import type { DocumentFiles } from '../contracts/documents.ts'

/** Documents in memory, of which there are none at first, and the names of those that were shown. */
export function noDocuments() {
  const files = new Map<string, string>()
  const shown: string[] = []
  const documents: DocumentFiles = {
    names: () => [...files.keys()],
    read: (name) => files.get(name),
    write: (name, text) => void files.set(name, text),
    remove: (name) => void files.delete(name),
    open: (name) => void shown.push(name),
  }
  return { files, documents, shown }
}
