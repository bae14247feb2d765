// The answer that public/boot.js asked for while the page's own script was still on its way.

declare global {
  interface Window {
    basisFirstAnswer?: { readonly address: string; readonly answer: Promise<Response> }
  }
}

/**
 * Returns the answer to a request that was sent before, once; the time of asking is not compared.
 */
export function firstAnswer(address: string): Promise<Response> | undefined {
  const first = globalThis.window?.basisFirstAnswer
  if (first === undefined || timeless(first.address) !== timeless(address)) return undefined
  delete globalThis.window.basisFirstAnswer
  return first.answer
}

const timeless = (address: string): string => address.replace(/\btimestamp=\d+/, '')
