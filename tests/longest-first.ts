import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than ten seconds, the longest first. A long file that starts last runs alone at the end. */
export const LONGEST = [
  'tests/package/package.test.ts',
  'tests/conformance/controllers.test.ts',
  'tests/conformance/default-requests.test.ts',
  'tests/conformance/default-webhooks.test.ts',
  'tests/conformance/default-objects.test.ts',
  'tests/conformance/profiles.test.ts',
  'tests/cli/ratchet.test.ts',
  'tests/scenario/shipped.test.ts',
  'tests/clients/kubectl.test.ts',
  'tests/documentation/site-tools.test.ts',
  'package/handlers/node-handlers.test.ts',
  'tests/etcd/etcd-log.test.ts',
  'tests/etcd/outages.test.ts',
  'tests/clients/python.test.ts',
  'tests/etcd/several-servers.test.ts',
  'tests/clients/examples.test.ts',
  'tests/fuzz/missing-keys.test.ts',
  'tests/etcd/slow-etcd.test.ts',
  'tests/scenario/command.test.ts',
  'tests/fuzz/inherited-names.test.ts',
  'tests/etcd/failures.test.ts',
  'worker/codec/yaml-reader.test.ts',
  'tests/fuzz/fuzz.test.ts',
]

/**
 * Starts the files of `LONGEST` first. Vitest orders files by the times of earlier runs, which a fresh clone lacks, and
 * else by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
