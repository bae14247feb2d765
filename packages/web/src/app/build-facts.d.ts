// Constants that the build writes into the page (vite.config.ts).

declare const __BASIS_RELEASE__: string
declare const __BASIS_LANGUAGES__: readonly string[]
