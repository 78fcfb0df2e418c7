import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { httpClient } from '../../conformance/http-client.ts'
import { freePort } from '../../conformance/port.ts'
import { profileFlags, startProfileBackend } from '../../conformance/profile.ts'
import { EtcdProcess } from '../../etcd/etcd-process.ts'
import type { Client } from '../../conformance/case.ts'
import { startControllerManager } from './controller-manager.ts'
import { hasStarted } from './first-keys.ts'
import { StoredKeys } from './stored-keys.ts'
import { untilStarted } from './until-started.ts'

/** Flags of profiles that only Tabplane has. */
const OWN_FLAGS = /^--(dialect|controllers|cluster-signing|root-ca-file)/

/** The profile with a kube-controller-manager beside the server. */
const CONTROLLERS = 'controllers'

/** A kube-apiserver with its own etcd. */
export interface RealServer {
  readonly url: string
  readonly client: Client
  /** The objects of the server as they were when it was ready. */
  readonly stored: StoredKeys
  stop(): Promise<void>
}

/** The kube-apiserver named in KUBE_APISERVER; undefined when the variable is not set. */
export const realServerBinary = (): string | undefined => process.env['KUBE_APISERVER']

/** Starts a kube-apiserver with the flags of a profile; resolves when it is ready. */
export async function startRealServer(binary: string, profile: string, webhookPort: number): Promise<RealServer> {
  const etcd = await EtcdProcess.start()
  const folder = mkdtempSync(path.join(tmpdir(), 'kube-apiserver-'))
  const port = await freePort()
  const stopBackend = await startProfileBackend(profile)
  const flags = withOneMode(profileFlags(profile, webhookPort).filter((flag) => !OWN_FLAGS.test(flag)))
  const child = spawn(
    binary,
    [
      `--etcd-servers=${etcd.url}`,
      `--secure-port=${port}`,
      '--bind-address=127.0.0.1',
      `--cert-dir=${folder}`,
      ...flags,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let log = ''
  child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString('utf8')).slice(-4000)))
  const url = `https://127.0.0.1:${port}`
  const client = httpClient(url)
  let stopControllers = (): void => undefined
  const stop = async (): Promise<void> => {
    stopControllers()
    child.kill('SIGKILL')
    stopBackend()
    await etcd.close()
    rmSync(folder, { recursive: true, force: true })
  }
  const stored = new StoredKeys(etcd.url)
  try {
    await untilStarted('kube-apiserver', async () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${log}`)
      const answer = await client.send({ path: '/readyz' }).catch(() => undefined)
      return answer?.status === 200 && hasStarted(await stored.written())
    })
    if (profile === CONTROLLERS) {
      const inputs = { url, folder, flags: profileFlags(profile, webhookPort), stored }
      stopControllers = await startControllerManager(inputs)
    }
    await stored.remember()
  } catch (error) {
    await stop()
    throw error
  }
  return { url, client, stored, stop }
}

/**
 * The flags with the last authorization mode only. The modes of a profile replace the modes of all profiles, but
 * kube-apiserver would join the two lists.
 */
function withOneMode(flags: readonly string[]): readonly string[] {
  const isMode = (flag: string): boolean => flag.startsWith('--authorization-mode=')
  const last = flags.findLast(isMode)
  return flags.filter((flag) => !isMode(flag) || flag === last)
}
