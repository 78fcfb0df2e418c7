import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { ResourceType } from '../client/discovery.ts'
import { plainSkeleton, skeleton } from '../examples/skeletons.ts'

/** The manifest of a new object of this type, as `skeleton` writes it. */
export const startingManifest = (type: ResourceType, namespace: string, dialect: Dialect): string =>
  plainSkeleton(skeleton({ ...type, apiVersion: formatGroupVersion(type) }, dialect, namespace))
