import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientBinary } from './client-binary.ts'
import type { ClientHome } from './client-program.ts'
import { clientHome, shows } from './client-program.ts'
import { journey } from './kubectl-journey.ts'
import type { Served } from './serve-process.ts'
import { serve } from './serve-process.ts'

/** Real, unchanged clients against `npm run serve -- --dialect k8s`: one of the server's release, and a newer one. */
describe.each(['1.30', '1.35'] as const)('kubectl %s', (release) => {
  let served: Served
  let home: ClientHome

  beforeAll(async () => {
    served = await serve(['--port', '0', '--dialect', 'k8s', '--disable-admission-plugins', 'ServiceAccount'])
    home = clientHome(served.url)
  }, 120_000)

  afterAll(async () => {
    expect(await served.stop()).toBe(0)
    home.remove()
  })

  const kubectl = clientBinary('kubectl', release)

  test.each(journey.map((step) => [typeof step.run === 'string' ? step.run : step.run.join(' '), step] as const))(
    'kubectl %s prints what the journey expects',
    async (_, { run, stdin, env, stdout, stderr, code = 0 }) => {
      const args = typeof run === 'string' ? run.split(' ') : run
      const ran = await home.run(kubectl, args, { ...(stdin === undefined ? {} : { stdin }), env: { ...env } })
      expect(ran).toMatchObject({ code })
      if (stdout !== undefined) matches(ran.stdout, stdout)
      matches(ran.stderr, stderr ?? '')
    },
  )

  test('get -w shows a change as it happens', async () => {
    const watch = home.start(kubectl, ['get', 'configmaps', '-w'])
    const seen = shows(watch, /^later /m)
    await home.run(kubectl, ['create', 'configmap', 'later', '--from-literal=a=b'])
    expect(await seen).toMatch(/^later /m)
    watch.kill('SIGTERM')
  })
})

function matches(text: string, wanted: string | RegExp): void {
  if (typeof wanted === 'string') expect(text).toBe(wanted)
  else expect(text).toMatch(wanted)
}
