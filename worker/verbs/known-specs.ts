import { isObject, type JsonObject } from '../api/json.ts'
import type { ResourceVersion } from '../resources/resource.ts'
import type { Creation } from './commit.ts'
import { KnownParts } from './known-parts.ts'
import type { Draft, Write } from './write.ts'

/** The known specs of each kind, by the version in which objects are stored. */
const known = new WeakMap<ResourceVersion, KnownParts>()

/**
 * The known specs for a write; undefined when the result of the rules depends on more than the spec, or the storage version has
 * another form.
 */
function knownSpecs({ environment, target: { resource, version, subresource } }: Write): KnownParts | undefined {
  const { examine, completeNew } = resource.behaviour
  const isStored = version.apiVersion === resource.storageVersion.apiVersion
  const isStoredUnchanged = isStored && version.convert === undefined && version.custom === undefined
  if (!isStoredUnchanged || subresource !== undefined || examine !== undefined || completeNew !== undefined)
    return undefined
  let specs = known.get(version)
  // The names of token volumes (`admission/plugins/service-account.ts`).
  if (specs === undefined)
    known.set(version, (specs = new KnownParts(environment.dialect.spell('{system}-api-access-'))))
  return specs
}

/** Replaces the spec of a prepared object with an equal known spec, and returns the known spec. */
export function recogniseSpec(write: Write, object: Draft): JsonObject | undefined {
  const spec = object['spec']
  const equal = isObject(spec) ? knownSpecs(write)?.recognise(spec) : undefined
  if (equal !== undefined) object['spec'] = equal
  return equal
}

/** Remembers the spec of a new object that passed the rules without warnings. */
export function keepSpec({ write, object, form }: Creation): void {
  const spec = object['spec']
  const canonical = form['spec']
  if (!write.options.dryRun && isObject(spec) && isObject(canonical)) knownSpecs(write)?.keep(spec, canonical)
}
