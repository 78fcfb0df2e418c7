import type { ApiObject } from '../../worker/api/object.ts'
import type { Json } from '../../worker/api/json.ts'
import { isObject } from '../../worker/api/json.ts'
import { readYaml } from '../../worker/codec/yaml-reader.ts'
import { Failure, Failures, throwAll, unreachable } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Files, Host } from './host.ts'
import { ConnectionError, readText } from './host.ts'

/** An object of a file and what the file is called in messages. */
export interface Manifest {
  readonly object: ApiObject
  readonly source: string
}

/** The objects of `-f` in order; lists are taken apart. */
export async function readManifests(host: Host, flags: FlagValues): Promise<Manifest[]> {
  if (flags.given('kustomize'))
    throw new Failure('-k is not supported: build the kustomization and give its output to -f')
  const manifests: Manifest[] = []
  const missing: Failure[] = []
  for (const name of flags.list('filename')) {
    const kind = isStream(name) ? 'file' : await host.files.kind(name)
    if (kind === undefined) missing.push(new Failure(`the path ${JSON.stringify(name)} does not exist`))
    else if (kind === 'directory')
      for (const path of await filesBelow(host.files, name, flags.boolean('recursive')))
        manifests.push(...(await objectsOf(path, await readText(host.files, path))))
    else manifests.push(...(await objectsOf(sourceName(name), await readSource(host, name))))
  }
  throwAll(missing)
  return manifests
}

const isStream = (name: string): boolean => name === '-' || isAddress(name)
const isAddress = (name: string): boolean => /^https?:\/\//.test(name)
const sourceName = (name: string): string => (name === '-' ? 'STDIN' : name)

async function readSource(host: Host, name: string): Promise<string> {
  if (name === '-') return host.stdin()
  if (!isAddress(name)) return readText(host.files, name)
  const request = { url: name, method: 'GET', headers: {}, signal: host.signal, tls: {} }
  const response = await host.fetch(request).catch((error: unknown) => refused(error, name))
  if (!response.ok)
    throw new Failure(
      `unable to read URL ${JSON.stringify(name)}, server reported ${response.status}, status code=${response.status}`,
    )
  return response.text()
}

function refused(error: unknown, address: string): never {
  throw error instanceof ConnectionError ? unreachable(error, new URL(address).host) : error
}

async function filesBelow(files: Files, directory: string, recursive: boolean): Promise<string[]> {
  const found: string[] = []
  for (const name of await files.list(directory)) {
    const path = `${directory.replace(/\/$/, '')}/${name}`
    if ((await files.kind(path)) === 'directory') {
      if (recursive) found.push(...(await filesBelow(files, path, true)))
    } else if (/\.(json|yaml|yml)$/.test(name)) found.push(path)
  }
  return found
}

async function objectsOf(source: string, text: string): Promise<Manifest[]> {
  const found: Manifest[] = []
  for (const document of splitDocuments(text)) {
    let value: Json
    try {
      value = (await readYaml(document)).value
    } catch (error) {
      throw new Failure(
        `error parsing ${source}: error converting YAML to JSON: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
    if (value !== null) found.push(...unpack(source, value))
  }
  return found
}

/** A document ends at a line that begins with `---`; what else stands on that line does not count. */
export function splitDocuments(text: string): string[] {
  return text.split(/^---.*$/m).filter((document) => document.trim() !== '')
}

function unpack(source: string, document: Json): Manifest[] {
  if (!isObject(document))
    throw new Failures([
      new Failure(
        `unable to decode ${JSON.stringify(source)}: json: cannot unmarshal ${typeof document} into an object`,
      ),
    ])
  if (document.kind === undefined || document.kind === '')
    throw new Failure(
      `unable to decode ${JSON.stringify(source)}: Object 'Kind' is missing in '${JSON.stringify(document)}'`,
    )
  if (typeof document.kind === 'string' && document.kind.endsWith('List') && Array.isArray(document.items))
    return document.items.flatMap((item) => unpack(source, item))
  return [{ object: document, source }]
}
