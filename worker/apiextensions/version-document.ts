import { parseGroupVersion } from '../api/group-version.ts'
import type { JsonObject } from '../api/json.ts'
import type { JsonSchema } from '../schema/custom/json-schema.ts'
import type { Definition, DefinitionVersion } from './definition.ts'

const ANY: JsonSchema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

export const documentOf = ({ schema }: DefinitionVersion): JsonSchema & JsonObject =>
  schema?.openAPIV3Schema ?? (ANY as JsonSchema & JsonObject)

/** The real server keeps nothing of a version that the definition does not have. */
const NONE: JsonSchema = { type: 'object' }

/** The schema of the version that a body names. The real server checks no body of another group or kind. */
export function documentFor({ spec }: Definition, { kind, apiVersion }: JsonObject): JsonSchema {
  const named = typeof apiVersion === 'string' ? parseGroupVersion(apiVersion) : undefined
  if (kind !== spec.names.kind || named?.group !== spec.group) return ANY
  const version = spec.versions.find(({ name }) => name === named.version)
  return version === undefined ? NONE : documentOf(version)
}
