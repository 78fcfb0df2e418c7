import { lazy } from '../api/lazy.ts'
import type { YamlReading } from './yaml-reader.ts'

export { YamlError } from './yaml-error.ts'
export type { YamlReading }

const reader = lazy(() => import('./yaml-reader.ts'))

/**
 * Reads YAML as the real server does. The first call loads the reader.
 * @throws YamlError
 */
export const readYaml = async (body: Uint8Array): Promise<YamlReading> => (await reader()).readYaml(body)
