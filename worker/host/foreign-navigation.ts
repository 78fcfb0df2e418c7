/**
 * Whether another site may have made the browser send this request. Only navigations reach the service worker from
 * outside its pages: a link, which reads, or a form, which could write. Some browsers name the site that started it.
 */
export function isForeignNavigation({ mode, method, headers }: Pick<Request, 'mode' | 'method' | 'headers'>): boolean {
  if (mode !== 'navigate') return false
  return !['GET', 'HEAD'].includes(method) || headers.get('sec-fetch-site') === 'cross-site'
}
