import type { Folder } from '../../recordings/archive.ts'

// Replaces tests/recordings/archive.ts in a worker: the server of the page reads the files. Tests read them synchronously.

export const RECORDINGS = '/recordings'

function textAt(address: string): string {
  const request = new XMLHttpRequest()
  request.open('GET', address, false)
  request.send()
  if (request.status !== 200) throw new Error(`${address} answered ${request.status}: ${request.responseText}`)
  return request.responseText
}

export const recordingNames = (folder: Folder): string[] => JSON.parse(textAt(`${RECORDINGS}/${folder}`)) as string[]

export const recordingText = (folder: Folder, name: string): string => textAt(`${RECORDINGS}/${folder}/${name}`)

export const readRecording = (folder: Folder, name: string): unknown =>
  JSON.parse(recordingText(folder, name)) as unknown
