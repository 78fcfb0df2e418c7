import { setTimeout as delay } from 'node:timers/promises'
import type { Handle } from '../worker/api/exchange.ts'
import type { ApiServer, ApiServerOptions } from '../worker/server/api-server.ts'
import { createApiServer } from '../worker/server/api-server.ts'
import { VERSION } from '../worker/http/non-resource-requests.ts'
import { systemClock } from '../worker/clock/clock.ts'
import { legacyLine } from './audit/event-lines.ts'
import { openAuditLog, type AuditLog } from './audit/open-audit-log.ts'
import { duration, enabled, readFlags, text, usage } from './flags.ts'
import { readFeatureGates } from './feature-gates.ts'
import { kubeconfig } from './kubeconfig.ts'
import type { Listening } from './listening.ts'
import { listen } from './listening.ts'
import { openLoggers } from './logging/logger.ts'
import { loggedHandle } from './logging/request-log.ts'
import { serverOptions } from './options.ts'
import { addProcessMetrics } from './process-measures.ts'

/** The time that answers may take to reach their clients once the server has closed, milliseconds. */
const STOP_GRACE = 500

/** A part of a program that works with the server: handlers in separate processes. */
export interface ServerCompanion {
  /** Options that replace the options of the flags. */
  options(given: ApiServerOptions): Partial<ApiServerOptions>
  /** Called before the first port opens. */
  started(handle: Handle): Promise<void>
  /** Called when the server closes, also after a failed start. */
  close(): void
}

/**
 * Runs the server of a command line until a signal ends it. Resolves when it serves.
 * @throws FlagError for a wrong command line
 */
export async function serve(args: readonly string[], companion?: ServerCompanion): Promise<void> {
  const { values: flags, withoutEffect } = readFlags(args)
  if (enabled(flags, 'help')) return console.log(usage())
  // Programs that look for a kube-apiserver read this line.
  if (enabled(flags, 'version')) return console.log(`Kubernetes ${VERSION.gitVersion}`)
  if (withoutEffect.length > 0) console.error(`Accepted, but without effect: --${withoutEffect.join(', --')}`)
  const write = (line: string): void => void process.stderr.write(line)
  const loggers = openLoggers(flags, { write, now: () => systemClock.now(), processId: process.pid })
  const log = loggers('serve')
  for (const warning of readFeatureGates(flags.get('feature-gates') ?? []).warnings) log.warning(warning)
  const audit = await openAuditLog(flags, (plugin, why, events) =>
    log.error(
      `Error in audit plugin '${plugin}' affecting ${events.length} audit events: ${why}`,
      events.map(legacyLine).join(''),
    ),
  )
  const report = (error: unknown): void => log.error('A request failed by a defect of the server', error)
  const own = { report, addMetrics: addProcessMetrics }
  const options = { ...(await serverOptions(flags)), ...audit.options, ...own }
  const api = await createApiServer({ ...options, ...companion?.options(options) })
  const begin = async (): Promise<readonly Listening[]> => {
    await api.start()
    await companion?.started(api.handle)
    return listen(
      flags,
      loggedHandle(api.handle, loggers('request-log'), () => systemClock.elapsed()),
    )
  }
  const ports = await begin().catch(async (error: unknown) => {
    companion?.close()
    await api.close()
    throw error
  })
  const stop = (): void => {
    log.info(1, 'Stopping')
    void shutDown({ api, ports, audit, companion }, duration(flags, 'shutdown-delay-duration'))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  const printsConfiguration = enabled(flags, 'print-kubeconfig')
  for (const { url } of ports) {
    if (printsConfiguration) process.stdout.write(kubeconfig(url, text(flags, 'token-auth-file')))
    // Standard output contains nothing but the configuration, so that the user can write `> kubeconfig`.
    process[printsConfiguration ? 'stderr' : 'stdout'].write(`Serving on ${url}\n`)
    log.info(1, 'Serving', [['url', url]])
  }
}

interface Served {
  readonly api: ApiServer
  readonly ports: readonly Listening[]
  readonly audit: AuditLog
  readonly companion: ServerCompanion | undefined
}

/**
 * The server reports immediately that it is not ready, so that load balancers stop sending requests. After the
 * delay, watches end, running writes finish, and the process ends.
 */
async function shutDown({ api, ports, audit, companion }: Served, delayMs: number): Promise<void> {
  api.drain()
  await delay(delayMs)
  const closed = Promise.all(ports.map((port) => port.close()))
  await api.close()
  companion?.close()
  await Promise.race([closed, delay(STOP_GRACE)])
  for (const port of ports) port.cut()
  await audit.close()
  process.exit(0)
}
