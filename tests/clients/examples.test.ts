import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { examples } from '../../src/examples/examples.ts'
import { twoManagers } from '../../src/examples/two-managers.ts'
import { dialects } from '../../worker/dialect/dialect.ts'
import { clientBinary } from './client-binary.ts'
import type { ClientHome, ProgramResult } from './client-program.ts'
import { clientHome } from './client-program.ts'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'

/**
 * The files of the page's examples, without the example of two field managers. The real kubectl applies them, and each
 * way to apply has a separate server.
 */
const files = examples.filter(({ id }) => id !== twoManagers.id).flatMap((example) => example.files)

describe.each([
  // Client-side apply sends objects again that the server stores in another form: stringData, claim templates.
  { how: 'client-side', flags: [], again: / unchanged$|^(secret|statefulset.apps)\/postgres configured$/ },
  { how: 'server-side', flags: ['--server-side'], again: / serverside-applied$/ },
])('kubectl apply, $how', ({ how, flags, again }) => {
  let served: Served
  let home: ClientHome

  beforeAll(async () => {
    served = await serve(['--port', '0', '--dialect', 'k8s'])
    home = clientHome(served.url)
    for (const { files: texts } of examples)
      for (const { name, text } of texts) home.write(name, dialects.k8s.spell(text))
  }, 120_000)

  afterAll(async () => {
    expect(await served.stop()).toBe(0)
    home.remove()
  })

  const apply = (file: string, ...more: string[]): Promise<ProgramResult> =>
    home.run(clientBinary('kubectl', '1.30'), ['apply', '-f', file, ...flags, ...more])

  test.each(files.map(({ name, text }) => [name, text.split(/^---$/m).length] as const))(
    'applies %s, and changes nothing the second time',
    async (name, objects) => {
      for (const what of [how === 'client-side' ? / created$/ : again, again]) {
        const ran = await apply(name)
        expect(ran).toMatchObject({ code: 0, stderr: '' })
        const lines = ran.stdout.trim().split('\n')
        expect(lines.filter((line) => !what.test(line))).toEqual([])
        expect(lines).toHaveLength(objects)
      }
    },
  )

  if (how === 'client-side') return

  test('refuses the second field manager with a conflict, and lets it take over with --force-conflicts', async () => {
    const [platform, release] = twoManagers.files
    const as = (manager: string) => ['--field-manager', manager]
    expect(await apply(platform.name, ...as(platform.manager))).toMatchObject({ code: 0, stderr: '' })
    const refused = await apply(release.name, ...as(release.manager))
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('error: Apply failed with 1 conflict: conflict with "platform": .spec.replicas\n')
    const forced = await apply(release.name, ...as(release.manager), '--force-conflicts')
    expect(forced).toMatchObject({ code: 0, stderr: '' })
  })
})
