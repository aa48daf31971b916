"""mem0 over HTTP and nothing else: adding without a language model, and searching.

mem0.ts starts it and sets its variables. Vectors are in the Qdrant of QDRANT_URL, else in Chroma below PEER_DIR.
"""

import os

# mem0 makes a client of OpenAI's for a language model, which is never asked.
os.environ.setdefault('OPENAI_API_KEY', 'unused')

import uvicorn
from fastapi import FastAPI
from mem0 import Memory


def vector_store():
    if 'QDRANT_URL' not in os.environ:
        return {'provider': 'chroma', 'config': {'path': os.environ['PEER_DIR'] + '/chroma', 'collection_name': 'mem0'}}
    config = {
        'url': os.environ['QDRANT_URL'],
        'collection_name': os.environ['QDRANT_COLLECTION'],
        'embedding_model_dims': int(os.environ['DIMENSIONS']),
    }
    return {'provider': 'qdrant', 'config': config}


def embedder():
    config = {
        'model': os.environ['EMBEDDINGS_MODEL'],
        'embedding_dims': int(os.environ['DIMENSIONS']),
        'openai_base_url': os.environ['EMBEDDINGS_URL'],
    }
    return {'provider': 'openai', 'config': config}


memory = Memory.from_config(
    {
        'vector_store': vector_store(),
        'embedder': embedder(),
        'history_db_path': os.environ['PEER_DIR'] + '/history.db',
    }
)
app = FastAPI()


@app.get('/health')
def health():
    return 'ok'


@app.post('/memories')
def add(body: dict):
    return memory.add([{'role': 'user', 'content': body['text']}], user_id=body['user'], infer=False)


@app.post('/search')
def search(body: dict):
    return memory.search(body['query'], filters={'user_id': body['user']}, top_k=body['limit'], threshold=0.0)


uvicorn.run(app, host='127.0.0.1', port=int(os.environ['PORT']), log_level='error')
