/** A first order in three languages: text, which names no key. */
import { useState } from 'preact/hooks';
import { Choice, CopyButton } from '../components/controls';
import { Panel } from '../components/surfaces';
import { GATEWAY_URL } from '../exchange/connection';
import { WORDS } from './words';

const { first: words } = WORDS;
const LANGUAGES = ['curl', 'Node', 'Python'] as const;
type Language = (typeof LANGUAGES)[number];

export function FirstOrder({ signerUrl }: { signerUrl: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  const text = TEXTS[language](signerUrl, GATEWAY_URL);
  return (
    <Panel title={words.title} aside={<CopyButton text={text} />}>
      <p class="muted">{words.explained}</p>
      <Choice<Language>
        name={words.language}
        value={language}
        onChoose={setLanguage}
        options={LANGUAGES.map((value) => ({ value, label: value }))}
      />
      <pre class="mono code" tabIndex={0} data-test="first-order">
        {text}
      </pre>
    </Panel>
  );
}

const TEXTS: Readonly<Record<Language, (signer: string, gateway: string) => string>> = {
  curl: (signer) => `user=$(curl -s ${signer}/v1/keys -H "X-Api-Key: $API_KEY" \\
  -H 'Content-Type: application/json' -d '{"user_id":"alice"}' | sed 's/.*"public_key":"\\([^"]*\\)".*/\\1/')
body='{"user":"'$user'","market_id":"'$MARKET'","side":"buy","outcome":"yes","price":4500,"size":10,"order_type":"gtc","nonce":1}'
time=$(date +%s)
key=$(printf %s "$SECRET" | base64 -d | od -An -tx1 | tr -d ' \\n')
mac=$(printf %s "\${time}POST/v1/submit$body" | openssl dgst -sha256 -mac HMAC -macopt hexkey:$key -hex | sed 's/.* //')
curl -s ${signer}/v1/submit -H "X-Api-Key: $API_KEY" -H "X-Timestamp: $time" -H "X-Signature: $mac" \\
  -H 'Content-Type: application/json' -d "$body"
`,
  Node: (signer, gateway) => `import { BuilderClient } from '@bellwether/client';

const builder = new BuilderClient({
  signerUrl: '${signer}',
  gatewayUrl: '${gateway}',
  apiKey: process.env.API_KEY,
  secret: process.env.SECRET,
});
const { public_key: user } = await builder.createUserKey({ user_id: 'alice' });
const { answer } = await builder.submitOrder(user, {
  market_id: process.env.MARKET,
  side: 'buy',
  outcome: 'yes',
  price: 4500,
  size: 10,
  order_type: 'gtc',
});
console.log(answer);
`,
  Python: (signer) => `import base64, hashlib, hmac, json, os, time, urllib.request

SIGNER = "${signer}"

def call(path, body, signed=True):
    text = json.dumps(body)
    headers = {"X-Api-Key": os.environ["API_KEY"], "Content-Type": "application/json"}
    if signed:
        now = str(int(time.time()))
        key = base64.b64decode(os.environ["SECRET"])
        mac = hmac.new(key, f"{now}POST{path}{text}".encode(), hashlib.sha256).hexdigest()
        headers |= {"X-Timestamp": now, "X-Signature": mac}
    request = urllib.request.Request(SIGNER + path, text.encode(), headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)

user = call("/v1/keys", {"user_id": "alice"}, signed=False)["public_key"]
print(call("/v1/submit", {"user": user, "market_id": os.environ["MARKET"], "side": "buy",
    "outcome": "yes", "price": 4500, "size": 10, "order_type": "gtc", "nonce": 1}))
`,
};
