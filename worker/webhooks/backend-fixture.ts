import type { WebhookAnswer } from './backend.ts'

export const answerOf = (body: unknown, status = 200, headers: Record<string, string> = {}): WebhookAnswer => ({
  status,
  header: (name) => headers[name],
  body: typeof body === 'string' ? new TextEncoder().encode(body) : new TextEncoder().encode(JSON.stringify(body)),
})
