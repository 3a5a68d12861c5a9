// node small_model.mjs FOLDER_OF_NODE_LLAMA_CPP MODEL.gguf SCHEMA.json: asks a model on this
// machine what stands on standard input, and prints its answer, an object of that schema.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, modelPath, schemaPath] = process.argv.slice(2);
const { getLlama, LlamaChatSession } = await import(pathToFileURL(`${folder}/dist/index.js`));
const llama = await getLlama({ gpu: false, build: "never", logLevel: "error" });
const model = await llama.loadModel({ modelPath });
const context = await model.createContext({ contextSize: 4096, threads: 2 });
const session = new LlamaChatSession({ contextSequence: context.getSequence() });
// One of each, as it finds no end by itself.
const short = (key, value) => (value?.type === "array" ? { ...value, maxItems: 1 } : value);
const schema = JSON.parse(readFileSync(schemaPath, "utf8"), short);
const grammar = await llama.createGrammarForJsonSchema(schema);
const prompt = readFileSync(0, "utf8");
console.log(await session.prompt(prompt, { grammar, maxTokens: 800, temperature: 0 }));
process.exit(0);
