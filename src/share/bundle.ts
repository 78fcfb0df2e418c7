import type { ApiObject } from '../../worker/api/object.ts'
import { readManifest } from '../client/manifest.ts'
import { yamlOptions } from '../client/yaml-options.ts'
import { ShareError } from './share-error.ts'
import { checkObjects } from './share-link.ts'

const LARGEST_FILE = 16 * 1024 * 1024

/** A cluster as a file: its objects as YAML documents that any client can apply. */
export async function writeBundle(objects: readonly ApiObject[]): Promise<string> {
  const { stringify } = await import('yaml')
  return objects.map((object) => stringify(object, { ...yamlOptions, lineWidth: 0 })).join('---\n')
}

/** @throws ShareError, or the error of the YAML parser with line and column */
export async function readBundle(file: Blob): Promise<ApiObject[]> {
  if (file.size > LARGEST_FILE) throw new ShareError('The file is larger than 16 MiB.')
  const objects = checkObjects(await readManifest(await file.text()), 'file')
  if (objects.length === 0) throw new ShareError('The file holds no objects.')
  return objects
}

/** Starts a download of the text in the browser. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
