/** A wording that no text may have, and what to write in its place. */
export interface Retired {
  readonly pattern: RegExp;
  readonly instead: string;
}

const retired = (pattern: RegExp, instead: string): Retired => ({ pattern, instead });

/** Phrases that readers stumbled over, and our own names for what has a standard term. */
export const retiredPhrases: readonly Retired[] = [
  retired(/\bmarket process\b/i, 'backend'),
  retired(/\bby (itself|themselves)\b/i, 'auto-, automatically'),
  retired(/\b(kept|keeps?) up to date\b/i, 'auto-updated, updated automatically'),
  retired(/\bask (the|a) (service|node)\b/i, 'look up, query'),
  retired(/\bin a while\b/i, 'say when: in 7 s, or shortly'),
  retired(/\b(verdict|recommendation) turns\b/i, 'the recommendation changes'),
  retired(/\bknown better\b/i, 'overrides the published …'),
  retired(/\blists travel\b/i, 'lists are encoded'),
  retired(/\bfurther members\b/i, 'extra options'),
  retired(/\b(is|are) to (be|change)\b/i, 'the imperative: Select a connection to test'),
  retired(/\bmend\b/i, 'fix'),
  retired(/\b(other|such|no|some|more) signs\b/i, 'characters'),
  retired(/\b(is|are|but|was) none\b/i, 'not a …'),
  retired(/\bis not one over\b/i, 'does not match'),
  retired(/\b(tells|told) (no|its|by)\b/i, 'provides, reports'),
  retired(/\bgives? \w+ away\b/i, 'Airdrops work only in …'),
  retired(/\bthe index holds\b/i, '… in the index'),
  retired(/\b(was|were|been) (landed|asked|told)\b/i, 'the active voice; sent, requested'),
  retired(/\bshare of the disk\b/i, 'disk quota'),
  retired(/\bdoes not age\b/i, 'no expiry'),
  retired(/\bless (arbitrage|transactions|tokens|pools|wallets)\b/i, 'fewer'),
  retired(/\bnothing known\b/i, 'name what is missing: no transactions in 24 h'),
  retired(/\b(gains of (successes|failures)|lost by)\b/i, 'from successful …, cost of failed …'),
  retired(/\bmade to be taken\b/i, 'spoofed'),
  retired(/\breplace by\b/i, 'replace with'),
  retired(/\bwhich filter\b/i, 'Choose a filter'),
  retired(/\bwhat (answers|should answer)\b/i, 'connection, connect to'),
  retired(/\btrouble\b/i, 'the reason: key refused, rate-limited, failing'),
  retired(/\bcannot be read: it is\b/i, 'The response is not …'),
  retired(/\bit does not work\b/i, 'failed, and why'),
  retired(/\bwhen asked\b/i, 'manually'),
  retired(/\boff the curve\b/i, 'program-derived address (PDA)'),
  retired(/\bwhat (became|becomes|has become) of\b/i, 'status, result, outcome'),
  retired(/\b(nobody|somebody|whoever)\b/i, 'name the actor'),
  retired(/\blook (?!up\b|it\b|one\b|them\b)(\w+ ){1,4}up\b/i, 'look up …'),
  retired(/\b(front running|stride|landing desk|landed book)\b/i, 'front-running; NAMES'),
];

/** Wordings that are plain in a document, but not in a label, a message or an error. */
export const retiredInTexts: readonly Retired[] = [
  retired(/\b(is|are|was|were) no (?!longer|more)/i, 'is not a …; No … found'),
  retired(/\b(asked|asks)\b/i, 'request, query, require'),
  retired(/\b(answer|answers|answered|answering)\b/i, 'response, respond'),
  retired(/\b(kept|told|tells?)\b/i, 'saved, stored; reports, shows'),
  retired(/\b(holds|beside|wants)\b/i, 'has, contains; next to, with; requires'),
  retired(/(?<!never )\bsigns\b/i, 'characters'),
  retired(/\b(is|was|were|be) tried\b/i, 'test, try'),
  retired(/^What (?!do you\b)/, 'a noun: "Reason", or the imperative'),
  retired(/^Which\b/, 'Select a …'),
  retired(/^(Most|Least) (?!of\b)/, 'Max …, Min …'),
  retired(/[\d}] %/, 'no space before %'),
  retired(/\(s\)/, 'a text for one and a text for many'),
];

/** Chinese terms that the glossary replaces, and forms that its rules exclude. */
export const retiredInChinese: readonly Retired[] = [
  retired(/您/, '你'),
  retired(/询问/, '请求、查询'),
  retired(/应答/, '响应'),
  retired(/插槽/, 'slot'),
  retired(/路线/, '路径、路径图'),
  retired(/路由器/, '路由程序'),
  retired(/汇率/, '兑换率'),
  retired(/卖方费用/, '版税'),
  retired(/点击/, '单击'),
  retired(/嵌入式引擎/, '内置引擎'),
  retired(/保持最新/, '自动更新'),
  retired(/基准代币|基本代币/, '基础代币'),
  retired(/(^|[^已])提交(?![^，。；]*上链|时间| slot)/, '提交上链、发送'),
  retired(/[\d}] +%/, '% 前无空格'),
  retired(/\p{Script=Han}[,;:?!]|[,;?!]\p{Script=Han}/u, '全角标点'),
  retired(/\p{Script=Han} ?:|(?<!Arbscope): ?\p{Script=Han}/u, '全角冒号'),
  retired(/\p{Script=Han} ?\(|\) ?\p{Script=Han}/u, '全角括号'),
  retired(/[，。：；？（）“”] | [，。：；？（）“”]/, '全角标点旁无空格'),
  retired(/\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u, '中西文之间一个空格'),
];
