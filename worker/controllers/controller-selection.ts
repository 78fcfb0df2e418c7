import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from '../resources/resource.ts'
import type { Controller, ControllerDescriptor } from './controller.ts'

/**
 * Whether `--controllers` enables a controller. A value that names the controller takes precedence over `*`.
 * @param enabled values of the flag: a name, `-name` to disable it, `*` for all that are enabled by default
 */
export function isControllerEnabled(
  { name, alias = name, isDisabledByDefault = false }: ControllerDescriptor,
  enabled: readonly string[],
): boolean {
  for (const value of enabled) {
    if (value === name || value === alias) return true
    if (value === `-${name}` || value === `-${alias}`) return false
  }
  return enabled.includes('*') && !enabled.includes('-*') && !isDisabledByDefault
}

/** Whether the cluster serves the resources that a controller needs. */
export const areResourcesServed = (
  { needs }: Controller,
  { catalog, dialect }: { readonly catalog: Catalog; readonly dialect: Dialect },
): boolean =>
  needs.every(({ group, version, resource }) => catalog.find(dialect.spell(group), version, resource) !== undefined)
