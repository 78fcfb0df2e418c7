import path from 'node:path'
import { build } from 'esbuild'
import type { Case } from '../conformance/case.ts'
import { filledValue } from '../conformance/json-path.ts'
import type { CaseHooks, HookCall, WebhookBackend } from '../conformance/webhook-backend.ts'
import { hookVariables, RECORDED_PORT } from '../conformance/webhook-backend.ts'
import type { TabServer } from './tab-server.ts'

/** Cases with these texts need what a handler does not have: certificates, compressed bodies, headers of a connection. */
const NEEDS_NETWORK = /"gzip":true|\$\{otherCA\}|"insecure|"headers":\[(?!"user-agent"\])/

export const isPlayable = (c: Case): boolean => c.hooks === undefined || !NEEDS_NETWORK.test(JSON.stringify(c))

/** The code of `tab/hook-routes.ts` with its imports. */
export async function hookScript(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'tab/hook-routes.ts')
  const { outputFiles } = await build({ entryPoints: [entry], bundle: true, format: 'esm', write: false })
  return outputFiles[0]?.text ?? ''
}

/** The webhooks of a case as a handler in the page. */
export const handlerBackend = (tab: TabServer, server: string, script: string): WebhookBackend => ({
  port: RECORDED_PORT,
  open: (c, variables) => openHandler(tab, server, { c, script, variables }),
  close: () => undefined,
})

interface HandlerCase {
  readonly c: Case
  readonly script: string
  readonly variables: Readonly<Record<string, string>>
}

function openHandler(tab: TabServer, server: string, { c, script, variables }: HandlerCase): CaseHooks {
  const all = { ...variables, ...hookVariables(RECORDED_PORT, c.name) }
  const shared = { hooks: filledValue(c.hooks ?? [], all), prefixes: [`/${c.name}`, ''], variables: all }
  const source = `const CASE = ${JSON.stringify(shared)}\n${script}`
  let calls: HookCall[] = []
  const listen = tab.listen(server, ({ userAgent, url, method, body }) => {
    const { pathname, search } = new URL(url)
    const path = pathname.startsWith(`/${c.name}`) ? pathname.slice(c.name.length + 1) || '/' : pathname
    const query = search === '' ? {} : { query: search.slice(1) }
    calls.push({
      method,
      path,
      ...query,
      type: 'application/json',
      body: body === '' ? '' : JSON.parse(body),
      userAgent,
    })
  })
  // The page opens the handler before it sends later requests of this server.
  const open = (): void => void tab.call({ type: 'handler', server, source }).catch(() => undefined)
  open()
  return {
    take(path, headers = []) {
      const taken = calls.filter((call) => path === '*' || call['path'] === path)
      calls = calls.filter((call) => !taken.includes(call))
      return taken.map(({ userAgent, ...call }) => (headers.length > 0 ? { ...call, 'user-agent': userAgent } : call))
    },
    clear() {
      calls = []
      open()
    },
    close: listen,
  }
}
