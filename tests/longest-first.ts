import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longer than ten seconds, the longest first. A long file that starts last runs alone at the end. */
export const LONGEST = [
  'tests/conformance/controllers.test.ts',
  'tests/conformance/default-requests.test.ts',
  'tests/cli/ratchet.test.ts',
  'tests/conformance/profiles.test.ts',
  'tests/conformance/default-objects.test.ts',
  'tests/package/package.test.ts',
  'tests/clients/kubectl.test.ts',
  'tests/scenario/shipped.test.ts',
  'tests/etcd/several-servers.test.ts',
]

/** Vitest orders files by the times of earlier runs, which a fresh clone lacks. There it starts the largest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`))
      return at === -1 ? LONGEST.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
