import { formatGroupVersion } from '../../worker/api/group-version.ts'
import type { Dialect } from '../../worker/dialect/dialect.ts'
import type { ResourceType } from '../client/discovery.ts'
import { plainSkeleton, skeleton } from '../examples/skeletons.ts'

/** A complete new object of this type. */
export const startingManifest = (type: ResourceType, namespace: string, dialect: Dialect): string =>
  plainSkeleton(skeleton({ ...type, apiVersion: formatGroupVersion(type) }, dialect, namespace))
