import type { Manifest } from './documents.ts'
import { objectsOf } from './documents.ts'
import { Failure, throwAll, unreachable } from './failure.ts'
import type { FlagValues } from './flags.ts'
import type { Files, Host } from './host.ts'
import { ConnectionError, readText } from './host.ts'

/** The objects of `-f` in order; lists are taken apart. */
export async function readManifests(host: Host, flags: FlagValues): Promise<Manifest[]> {
  if (flags.given('kustomize')) return kustomized(host, flags)
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

async function kustomized({ files }: Host, flags: FlagValues): Promise<Manifest[]> {
  if (flags.list('filename').length > 0) throw new Failure('only one of -f or -k can be specified')
  if (flags.boolean('recursive')) throw new Failure("the -k flag can't be used with -f or -R")
  const { buildKustomization } = await import('./kustomize/build.ts')
  const source = flags.text('kustomize')
  return (await buildKustomization(files, source)).map((object) => ({ object, source }))
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
