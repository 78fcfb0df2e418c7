/** The filter of the list of requests. Other panes set it to show the requests for an object. */
class RequestFilter {
  #text = $state('')

  get text(): string {
    return this.#text
  }

  set text(text: string) {
    this.#text = text
  }
}

export const requestFilter = new RequestFilter()
