using System.Buffers;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Microsoft.Extensions.ObjectPool;

namespace Marketplace.Silo.Gateway.Http;

/// <summary>Writes answers: into a pooled buffer first, so that their length is known and they leave in one piece.</summary>
internal sealed class JsonAnswers
{
    private const string ContentType = "application/json";

    private readonly DefaultObjectPool<Scratch> _pool = new(new ScratchPolicy());

    public async Task Write<T>(HttpContext context, int status, T value, JsonTypeInfo<T> typeInfo)
    {
        var scratch = _pool.Get();
        try
        {
            JsonSerializer.Serialize(scratch.Json, value, typeInfo);
            await Send(context, status, scratch.Bytes.WrittenMemory);
        }
        finally
        {
            _pool.Return(scratch);
        }
    }

    /// <summary>Answers with a text that is JSON already.</summary>
    public static async Task Send(HttpContext context, int status, ReadOnlyMemory<byte> json)
    {
        var response = context.Response;
        response.StatusCode = status;
        response.ContentType = ContentType;
        response.ContentLength = json.Length;
        await response.BodyWriter.WriteAsync(json, context.RequestAborted);
    }

    private sealed class Scratch
    {
        public Scratch() => Json = new Utf8JsonWriter(Bytes, new JsonWriterOptions { SkipValidation = true });

        public ArrayBufferWriter<byte> Bytes { get; } = new(1024);
        public Utf8JsonWriter Json { get; }
    }

    private sealed class ScratchPolicy : IPooledObjectPolicy<Scratch>
    {
        private const int LargestKept = 256 * 1024;

        public Scratch Create() => new();

        public bool Return(Scratch scratch)
        {
            scratch.Bytes.ResetWrittenCount();
            scratch.Json.Reset();
            return scratch.Bytes.Capacity <= LargestKept;
        }
    }
}
