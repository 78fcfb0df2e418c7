import { describe, expect, it } from 'vitest'
import type { User } from './configuration.ts'
import { execCredential } from './exec-credential.ts'
import type { Host, Program } from './host.ts'

const apiVersion = 'client.authentication.k8s.io/v1'

interface Place {
  readonly isTerminal?: boolean
  readonly readsStandardInput?: boolean
}

/** The programs that run for a plugin with this interactive mode. */
async function called(interactiveMode: 'Never' | 'IfAvailable' | 'Always', { isTerminal, readsStandardInput }: Place) {
  const programs: Program[] = []
  const host: Pick<Host, 'run' | 'isTerminal'> = {
    isTerminal: () => isTerminal === true,
    async run(program) {
      programs.push(program)
      return { stdout: JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: 't' } }), code: 0 }
    },
  }
  const user: User = { exec: { apiVersion, command: 'login', interactiveMode } }
  const connection = { server: 'https://x', cluster: {}, clusterName: 'c', user, userName: 'u', readsStandardInput }
  await execCredential(host as Host, connection)
  return programs.map(({ isInteractive, environment }) => ({
    isInteractive,
    spec: (JSON.parse(environment.KUBERNETES_EXEC_INFO ?? '') as { spec: object }).spec,
  }))
}

const shared = [{ isInteractive: true, spec: { interactive: true } }]
const apart = [{ isInteractive: false, spec: { interactive: false } }]

describe('a credential plugin', () => {
  it('reads the terminal of the client unless its mode is Never', async () => {
    expect(await called('Always', { isTerminal: true })).toEqual(shared)
    expect(await called('IfAvailable', { isTerminal: true })).toEqual(shared)
    expect(await called('Never', { isTerminal: true })).toEqual(apart)
  })

  it('runs without a terminal in the mode IfAvailable when there is none, or when the command reads it', async () => {
    expect(await called('IfAvailable', {})).toEqual(apart)
    expect(await called('IfAvailable', { isTerminal: true, readsStandardInput: true })).toEqual(apart)
  })

  it('is refused in the mode Always without a terminal, or when the command reads it', async () => {
    const refusal = 'getting credentials: exec plugin cannot support interactive mode: standard input is'
    await expect(called('Always', {})).rejects.toThrow(`${refusal} not a terminal`)
    await expect(called('Always', { isTerminal: true, readsStandardInput: true })).rejects.toThrow(
      `${refusal} unavailable: used by stdin resource manifest reader`,
    )
  })

  it.each(['client.authentication.k8s.io', 'client.authentication.svc.io'])(
    'receives the extension %s/exec of its cluster',
    async (group) => {
      const apiVersion = `${group}/v1`
      const environments: (string | undefined)[] = []
      const host: Pick<Host, 'run'> = {
        async run({ environment }) {
          environments.push(environment.KUBERNETES_EXEC_INFO)
          return { stdout: JSON.stringify({ apiVersion, kind: 'ExecCredential', status: { token: 't' } }), code: 0 }
        },
      }
      const user: User = { exec: { apiVersion, command: 'login', interactiveMode: 'Never', provideClusterInfo: true } }
      const cluster = { extensions: [{ name: `${group}/exec`, extension: { audience: 'me' } }] }
      await execCredential(host as Host, { server: 'https://x', cluster, clusterName: 'c', user, userName: 'u' })
      expect(environments[0]).toContain('"cluster":{"server":"https://x","config":{"audience":"me"}}')
    },
  )
})
