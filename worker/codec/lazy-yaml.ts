import { lazy } from '../api/lazy.ts'
import type { YamlReading } from './yaml-reader.ts'
import type * as Writer from './yaml-writer.ts'

export { YamlError } from './yaml-error.ts'
export type { YamlReading }

const reader = lazy(() => import('./yaml-reader.ts'))

/**
 * Reads YAML as the real server does. The first call loads the reader.
 * @throws YamlError
 */
export const readYaml = async (body: Uint8Array): Promise<YamlReading> => (await reader()).readYaml(body)

const loadWriter = lazy(() => import('./yaml-writer.ts'))
let loaded: typeof Writer | undefined

/**
 * Loads the YAML writer for the first request that accepts YAML. Returns undefined when the request needs no loading.
 * @throws serviceUnavailable
 */
export function loadYamlWriterFor(headers: ReadonlyMap<string, string>): Promise<void> | undefined {
  if (loaded !== undefined || !/yaml/i.test(headers.get('accept') ?? '')) return undefined
  return loadWriter().then((writer) => void (loaded = writer))
}

/** Whether the writer is loaded. Before that, an error is encoded in another media type that the client accepts. */
export const isYamlWriterLoaded = (): boolean => loaded !== undefined

export const writeYaml: typeof Writer.writeYaml = (value) => {
  if (loaded === undefined) throw new Error('await loadYamlWriterFor(headers) before the request is served')
  return loaded.writeYaml(value)
}
