/** The filter of the list of requests. Other panes set it to show the requests for an object. */
class RequestFilter {
  #text = $state('')
  #opened = $state<string>()

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
  }

  /** The audit ID of the request whose details are open. */
  get opened(): string | undefined {
    return this.#opened
  }

  set opened(id: string | undefined) {
    this.#opened = id
  }

  /** Selects one request by its audit ID, and opens it. */
  select(id: string): void {
    this.#text = `id:${id}`
    this.#opened = id
  }
}

export const requestFilter = new RequestFilter()
