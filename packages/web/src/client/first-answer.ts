// The answer to the request that public/boot.js sent while the page's own script was still loading.

declare global {
  interface Window {
    basisFirstAnswer?: { readonly address: string; readonly answer: Promise<Response> }
  }
}

/** Returns the answer to a request that was sent earlier, once; its timestamp is not compared. */
export function firstAnswer(address: string): Promise<Response> | undefined {
  const first = globalThis.window?.basisFirstAnswer
  if (first === undefined || timeless(first.address) !== timeless(address)) return undefined
  delete globalThis.window.basisFirstAnswer
  return first.answer
}

const timeless = (address: string): string => address.replace(/\btimestamp=\d+/, '')
