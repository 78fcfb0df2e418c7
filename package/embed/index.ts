/**
 * `tabplane/embed`: the types of `<tabplane-cluster>`, and its definition for pages that a bundler builds.
 *
 * @packageDocumentation
 */
export { defineTabplane, enhance } from './embed.ts'
export type { EnhanceOptions } from '../../src/embed/enhanced-code.ts'
export type {
  AppliedObject,
  CallOptions,
  ClusterEvents,
  ClusterSnapshot,
  CommandResult,
  RunOptions,
  ScenarioState,
  TabplaneClusterElement,
} from '../../src/contracts/embed-api.ts'
