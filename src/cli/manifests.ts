import type { ApiObject } from '../../worker/api/object.ts'
import type { DocumentCheck, Manifest, ReadingOptions } from './documents.ts'
import { objectsOf, typeFault, validate } from './documents.ts'
import { Failure, Failures, unreachable } from './failure.ts'
import { matchingFiles } from './file-patterns.ts'
import type { FlagValues } from './flags.ts'
import type { Files, Host, HostResponse } from './host.ts'
import { ConnectionError, entryKind, FileError } from './host.ts'
import { logLine } from './klog.ts'
import { requestName, unfitUrl, urlFault } from './server-url.ts'

/** The objects of the files that a command line names. */
export interface Manifests {
  readonly manifests: readonly Manifest[]
  /** Failures of unreadable documents and files. The readable ones are in `manifests`. */
  readonly failures: readonly unknown[]
  /** For each failure, the number of objects before it. */
  readonly failedAt: readonly number[]
  /** Whether the command line names one file: a single object is printed without a list. */
  readonly single: boolean
}

/** Whether a command line names files or a kustomization. */
export const namesFiles = (flags: FlagValues): boolean =>
  flags.list('filename').length > 0 || flags.text('kustomize') !== ''

/**
 * Reads the objects of `-f` or `-k` in order.
 * @throws Failure when a file does not exist or the flags exclude each other
 */
export async function readManifests(
  host: Host,
  flags: FlagValues,
  options: Pick<ReadingOptions, 'check' | 'typed'> = {},
): Promise<Manifests> {
  if (flags.text('kustomize') !== '') return kustomized(host, flags, options.check)
  const { paths, single } = await sourcesOf(host.files, flags)
  const manifests: Manifest[] = []
  const failures: unknown[] = []
  const failedAt: number[] = []
  const failed = (failure: unknown): void => {
    failures.push(failure)
    failedAt.push(manifests.length)
  }
  for (const path of paths)
    try {
      const objects = objectsOf(sourceName(path), await readSource(host, path), { ...options, failed })
      for await (const manifest of objects) manifests.push(manifest)
    } catch (error) {
      failed(error instanceof FileError ? new Failure(error.message) : error)
    }
  return { manifests, failures, failedAt, single }
}

/** The objects of `-f` or `-k`. Failures are thrown after the last object. */
export async function* manifestsOf(host: Host, flags: FlagValues): AsyncGenerator<Manifest> {
  yield* eachOf(await readManifests(host, flags))
}

/** Yields the objects that were read, then throws the failures of the others. Items of lists need a kind and a version. */
export function* eachOf({ manifests, failures }: Manifests): Generator<Manifest> {
  const untyped = new Map<ApiObject, Failure[]>()
  for (const manifest of manifests) {
    const { object, list } = manifest
    const fault = list === undefined ? undefined : typeFault(object)
    if (list === undefined || fault === undefined) yield manifest
    else untyped.set(list, [...(untyped.get(list) ?? []), new Failure(fault)])
  }
  const all = [...[...untyped.values()].map((faults) => new Failures(faults)), ...failures]
  if (all.length > 0) throw new Failures(all)
}

/** The objects of `-f` or `-k`. @throws Failure when one of them cannot be read */
export async function readAllManifests(
  host: Host,
  flags: FlagValues,
  options: Pick<ReadingOptions, 'typed'> = {},
): Promise<readonly Manifest[]> {
  const { manifests, failures } = await readManifests(host, flags, options)
  if (failures.length > 0) throw new Failures(failures)
  return manifests
}

async function kustomized(host: Host, flags: FlagValues, check: DocumentCheck | undefined): Promise<Manifests> {
  if (flags.list('filename').length > 0) throw new Failure('only one of -f or -k can be specified')
  if (flags.boolean('recursive')) throw new Failure("the -k flag can't be used with -f or -R")
  const { buildKustomization } = await import('./kustomize/build.ts')
  const source = flags.text('kustomize')
  const manifests: Manifest[] = []
  try {
    const objects = await buildKustomization(host.files, source, {
      warn: (text) => host.stderr(text),
      log: (text) => logLine(host, 'I', 'log.go:194', text),
      remote: remoteResource(host),
    })
    for (const object of objects) {
      await validate(source, object, check)
      manifests.push({ object, source })
    }
    return { manifests, failures: [], failedAt: [], single: true }
  } catch (error) {
    // kubectl builds a kustomization only when it visits the objects, so a failure counts as an unreadable file.
    return { manifests, failures: [error], failedAt: [manifests.length], single: true }
  }
}

const EXTENSIONS = ['.json', '.yaml', '.yml']

/** The faults of the streams and files that `-f` names, before they are read. */
export async function missingSources({ files }: Host, flags: FlagValues): Promise<readonly unknown[]> {
  if (flags.text('kustomize') !== '') return []
  try {
    await sourcesOf(files, flags)
    return []
  } catch (error) {
    return error instanceof Failures ? error.errors : [error]
  }
}

/** The streams and files that `-f` names, after expanding patterns and directories. @throws Failure, Failures */
async function sourcesOf(files: Files, flags: FlagValues): Promise<{ paths: readonly string[]; single: boolean }> {
  const names = flags.list('filename')
  const paths: string[] = []
  const failures: unknown[] = []
  let several = false
  for (const name of names)
    try {
      if (isStream(name)) {
        if (name === '-' && paths.includes('-')) failures.push(new Failure(ONE_STDIN))
        const fault = name === '-' ? undefined : urlFault(name)
        if (fault !== undefined)
          throw new Failure(
            `the URL passed to filename ${JSON.stringify(name)} is not valid: parse ${JSON.stringify(name)}: ${fault}`,
          )
        several ||= name === '-'
        paths.push(name)
        continue
      }
      const matches = await expanded(files, name)
      for (const match of matches) {
        const found = await filesBelow(files, match, flags.boolean('recursive'))
        several ||= found.length > 1
        paths.push(...found)
      }
      if (paths.length === 0 && failures.length === 0)
        throw new Failure(
          `error reading [${matches.join(' ')}]: recognized file extensions are [${EXTENSIONS.join(' ')}]`,
        )
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw new Failures(failures)
  return { paths, single: !several && paths.length === 1 }
}

export const ONE_STDIN = 'standard input cannot be used for multiple arguments'

async function expanded(files: Files, name: string): Promise<readonly string[]> {
  if (name !== '' && (await files.kind(name)) !== undefined) return [name]
  const matches = name === '' ? [] : await matchingFiles(files, name)
  if (matches.length === 0) throw new Failure(`the path ${JSON.stringify(name)} does not exist`)
  return matches
}

const isStream = (name: string): boolean => name === '-' || isAddress(name)
const isAddress = (name: string): boolean => /^https?:\/\//.test(name)
const sourceName = (name: string): string => (name === '-' ? 'STDIN' : name)

/** The encodings that a mark at the start of a YAML file names. */
const MARKS = [
  { mark: [0xff, 0xfe], decoder: new TextDecoder('utf-16le') },
  { mark: [0xfe, 0xff], decoder: new TextDecoder('utf-16be') },
]
const UTF_8 = new TextDecoder()

function textOf(bytes: Uint8Array): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  return (marked?.decoder ?? UTF_8).decode(bytes)
}

async function readSource(host: Host, name: string): Promise<string> {
  if (name === '-') return host.stdin()
  if (!isAddress(name)) return textOf(await host.files.read(name))
  const response = await fetchSource(host, name)
  if (!response.ok)
    throw new Failure(
      `unable to read URL ${JSON.stringify(name)}, server reported ${`${response.status} ${response.statusText}`.trim()}, status code=${response.status}`,
    )
  return response.text()
}

/** Returns a function that reads the text of a kustomization's resource at an address. */
export const remoteResource =
  (host: Host) =>
  async (address: string): Promise<string> => {
    const response = await fetchSource(host, address)
    if (!response.ok) throw new Failure(`HTTP Error: status code ${response.status} (${response.statusText})`)
    return response.text()
  }

async function fetchSource(host: Host, name: string): Promise<HostResponse> {
  const unfit = unfitUrl(name)
  if (unfit !== undefined)
    throw unreachable(new ConnectionError(unfit, unfit.endsWith('refused')), requestName('GET', name))
  const request = { url: name, method: 'GET', headers: {}, signal: host.signal, tls: {} }
  return host.fetch(request).catch((error: unknown) => refused(error, name))
}

function refused(error: unknown, address: string): never {
  throw error instanceof ConnectionError ? unreachable(error, requestName('GET', address)) : error
}

/** The path of a file in a directory, without empty and `.` parts. */
const joined = (directory: string, name: string): string =>
  `${directory}/${name}`.replace(/\/{2,}/g, '/').replace(/(?<=^|\/)(?:\.\/)+/g, '')

/**
 * A file itself, with any extension. For a directory, the files with a known extension. As in kubectl, links to
 * directories are followed only when `path` ends with a slash: they may form a cycle, or point to other folders of the
 * machine.
 */
async function filesBelow(files: Files, path: string, recursive: boolean): Promise<string[]> {
  const kind = await (path.endsWith('/') ? files.kind(path) : entryKind(files, path))
  if (kind !== 'directory') return [path]
  const found: string[] = []
  for (const name of await files.list(path)) {
    const inner = joined(path, name)
    if ((await entryKind(files, inner)) === 'directory') {
      if (recursive) found.push(...(await filesBelow(files, inner, true)))
    } else if (EXTENSIONS.some((extension) => name.endsWith(extension))) found.push(inner)
  }
  return found
}
