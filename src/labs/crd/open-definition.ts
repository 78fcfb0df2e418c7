import { objectOrEmpty, objectsIn, type JsonObject } from '../../../worker/api/json.ts'

/** The definition with schemas that accept every object. */
export function openDefinition(definition: JsonObject): JsonObject {
  const spec = objectOrEmpty(definition['spec'])
  const versions = objectsIn(spec['versions'])
  const open = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  return { ...definition, spec: { ...spec, versions: versions.map((version) => ({ ...version, schema: open })) } }
}
