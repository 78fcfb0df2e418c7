import type { ApiObject } from '../api/object.ts'
import type { Clock } from '../clock/clock.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { Catalog } from './resource.ts'

/** An object that the server creates at its start when the object is missing. */
export interface BootstrapObject {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly object: ApiObject
  /** The field manager; the server itself by default. */
  readonly fieldManager?: string
  /** A field, or a field inside it, that each start of the server writes again, because its value depends on the start. */
  readonly renewed?: readonly [field: string, inner?: string]
}

/** The address and port at which members of the cluster reach the server. */
export interface AdvertisedAddress {
  readonly address: string
  readonly port: number
}

export interface BootstrapSettings {
  readonly dialect: Dialect
  readonly catalog: Catalog
  readonly clock: Clock
  /** Ranges of service addresses. Without a range, the service of the server is not created. */
  readonly serviceRanges: readonly string[]
  /** Whether the cluster authorizes by roles, and starts with some. */
  readonly rbac: boolean
  readonly featureGates: Readonly<Record<string, boolean>>
  /** The name of the machine, for the identity lease; without it there is no lease. */
  readonly hostname?: string
  /** The address at which members of the cluster reach the server; without it the server's service has no endpoint. */
  readonly advertised?: AdvertisedAddress
  /** Data of the config map by which extension servers authenticate callers. */
  readonly extensionAuthentication?: Readonly<Record<string, string>>
}
