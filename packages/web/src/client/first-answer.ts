// The answers to the requests that public/boot.js sent while the page's own script was still
// loading.

type FirstAnswer = { readonly address: string; readonly answer: Promise<Response> }

declare global {
  interface Window {
    basisFirstAnswers?: FirstAnswer[]
  }
}

/** Returns the answer to a request that was sent earlier, once; its timestamp is not compared. */
export function firstAnswer(address: string): Promise<Response> | undefined {
  const first = globalThis.window?.basisFirstAnswers ?? []
  const place = first.findIndex((each) => timeless(each.address) === timeless(address))
  return place < 0 ? undefined : first.splice(place, 1)[0]?.answer
}

const timeless = (address: string): string => address.replace(/\btimestamp=\d+/, '')
