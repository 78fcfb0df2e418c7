import { createSubscriber } from 'svelte/reactivity'

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000)
  return () => clearInterval(timer)
})

/** Milliseconds since 1970. A template or an effect that calls it runs again every second, because shown ages count seconds. */
export function now(): number {
  subscribe()
  return Date.now()
}
