import { part } from '../api/part.ts'
import type { YamlReading } from './yaml-reader.ts'

export { YamlError } from './yaml-error.ts'
export type { YamlReading }

const reader = part(() => import('./yaml-reader.ts'))

/**
 * Reads YAML as the server does; the reader is loaded with the first document.
 * @throws YamlError
 */
export const readYaml = async (body: Uint8Array): Promise<YamlReading> => (await reader()).readYaml(body)
