import type { Handler, HttpAnswer, HttpRequest, WebhookRoute } from '../../../src/handlers/handler.ts'
import { filledValue } from '../../conformance/json-path.ts'
import type { Hook } from '../../conformance/webhook-reply.ts'
import { chosenReply, replyBody } from '../../conformance/webhook-reply.ts'

/**
 * The case of this handler, which answers as the recorded backend did. tests/engines/hook-handler.ts puts this constant
 * before the code.
 */
declare const CASE: {
  readonly hooks: readonly Hook[]
  /** The beginnings of the paths at which the hooks are called: `/name`, or none when a flag of the server has the URL. */
  readonly prefixes: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function routeOf(hook: Hook): WebhookRoute {
  let turn = 0
  return {
    async http({ body: text }: HttpRequest): Promise<HttpAnswer> {
      const body = parsed(text)
      const reply = chosenReply(hook, body, turn++)
      const { delayMs = 0, close, status = 200, headers = {} } = reply
      if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
      // An answer without a body counts as no answer: the server sees a closed connection.
      if (close) return {} as HttpAnswer
      const all = { 'Content-Type': 'application/json', ...filledValue(headers, CASE.variables) }
      const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
      const answer = replyBody(reply, body, CASE.variables['hookUrl'] ?? '')
      return { status, headers: Object.fromEntries(sent), body: answer }
    },
  }
}

const routes = CASE.hooks.flatMap((hook) => {
  const route = routeOf(hook)
  return CASE.prefixes.map((prefix) => [prefix + hook.path, route] as const)
})

export default { kind: 'webhook', service: 'hooks/hooks', routes: Object.fromEntries(routes) } satisfies Handler
