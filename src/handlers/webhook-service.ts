import type { WebhookAnswerMessage, WebhookMessage } from '../../worker/host/messages.ts'
import type { Sandbox } from './sandbox-client.ts'
import { readHttpAnswer } from './untrusted.ts'
import { errorMessage } from '../../worker/runtime/error-message.ts'

/** The host name of a Service, `default/guard`, in the URL of a webhook. */
export function serviceHost(service: string): string {
  const [namespace = '', name = ''] = service.split('/')
  return `${name}.${namespace}.svc`
}

export interface AnsweredCall {
  readonly answer: WebhookAnswerMessage['answer']
  /** The error of a handler that gave no answer. */
  readonly error?: string
}

/** Passes the call of a webhook to the handler of its host. */
export async function answerWebhook(
  sandbox: Sandbox,
  { method, url, body }: Pick<WebhookMessage, 'method' | 'url' | 'body'>,
  signal: AbortSignal,
): Promise<AnsweredCall> {
  const { pathname, search } = new URL(url)
  const request = { method, path: pathname, query: search.slice(1), body }
  try {
    return { answer: readHttpAnswer(await sandbox.call({ kind: 'http', request }, signal)) }
  } catch (error) {
    return { answer: undefined, error: errorMessage(error) }
  }
}
