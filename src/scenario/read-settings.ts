import type { ClusterSettings } from '../../worker/api/cluster-settings.ts'
import type { DialectName } from '../../worker/dialect/dialect.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { settingsOptions } from '../../worker/server/settings-options.ts'
import { formatPath } from './place.ts'
import { schemaFaults } from './schema-faults.ts'
import { settingsSchema } from './settings-schema.ts'

/**
 * Reads the settings of a cluster from untrusted data.
 * @throws Error for settings that a server does not accept
 */
export function readSettings(value: unknown, dialect: DialectName): ClusterSettings {
  const [fault] = schemaFaults(value, settingsSchema, ['settings'])
  if (fault !== undefined) throw new Error(`${formatPath(fault.path)} ${fault.message}`)
  const settings = value as ClusterSettings
  settingsOptions(settings, dialects[dialect])
  return settings
}
