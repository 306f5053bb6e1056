/**
 * Removes what may be a secret: credentials in URLs, values of npm's secret settings, tokens, private keys.
 * @param secrets values that must not be shown anywhere
 */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    for (const form of [secret, encodeURIComponent(secret), encodeURI(secret)]) {
      if (form !== "") clean = clean.replaceAll(form, "***");
    }
  }
  return clean
    .replace(/(\w+:\/\/)[^\s/@]+@/g, "$1***@")
    .replace(/((?:_authToken|_auth|_password|otp)\s*[=:]\s*)\S+/gi, "$1***")
    .replace(/\b(Bearer|Basic)\s+\S+/gi, "$1 ***")
    .replace(/([?&][\w-]*(?:token|auth|key|secret|password)[\w-]*=)[^\s&]+/gi, "$1***")
    .replace(/\bnpm_[A-Za-z0-9]{20,}/g, "***")
    .replace(/(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi, "***");
}
