import type { DocumentFiles } from '../contracts/documents.ts'

/** A store of documents in memory, empty at first, and the names of the documents that were shown. */
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
