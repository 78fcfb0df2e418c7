import type { WholeFile } from './second-copy.ts'

/** A file of the origin's private file system; undefined in browsers that cannot write one from a worker. */
export function originFile(name: string): WholeFile | undefined {
  if (typeof FileSystemFileHandle === 'undefined' || !('createWritable' in FileSystemFileHandle.prototype))
    return undefined
  const fileName = encodeURIComponent(name)
  return {
    async read() {
      const folder = await navigator.storage.getDirectory()
      try {
        const handle = await folder.getFileHandle(fileName)
        return new Uint8Array(await (await handle.getFile()).arrayBuffer())
      } catch (error) {
        if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
        throw error
      }
    },
    async write(parts) {
      const folder = await navigator.storage.getDirectory()
      const handle = await folder.getFileHandle(fileName, { create: true })
      // The browser writes a separate file, which replaces this one on close.
      const stream = await handle.createWritable()
      await stream.write(new Blob(parts as Uint8Array<ArrayBuffer>[]))
      await stream.close()
    },
  }
}

/** Removes a file of the origin's private file system. Does nothing when the file does not exist. */
export async function removeOriginFile(name: string): Promise<void> {
  const { storage }: { readonly storage?: Partial<StorageManager> } = navigator
  const folder = await storage?.getDirectory?.()
  await folder?.removeEntry(encodeURIComponent(name)).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error
  })
}
