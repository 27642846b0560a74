using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Marketplace.Driver.Tests.Support;

/// <summary>A TCP server that reads one request after the other and answers each with the next bytes of its script.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly TcpListener _listener;
    private readonly Queue<string[]> _script;
    private readonly CancellationTokenSource _stop = new();
    private readonly Task _serving;

    /// <param name="script">
    /// An answer each: its parts are sent one by one; "CLOSE" closes, "RESET" resets the connection, "SILENCE" never answers.
    /// </param>
    public ScriptedServer(IPAddress address, params string[][] script)
    {
        _script = new Queue<string[]>(script);
        _listener = new TcpListener(address, 0);
        _listener.Start();
        _serving = Serve();
    }

    public int Connections { get; private set; }

    /// <summary>Connections that the server has closed or reset.</summary>
    public int Closed { get; private set; }

    public List<string> Requests { get; } = [];
    public Uri Url => new($"http://{(IPEndPoint)_listener.LocalEndpoint}");

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _serving;
        _listener.Stop();
        _stop.Dispose();
    }

    private async Task Serve()
    {
        try
        {
            while (true)
            {
                using (var socket = await _listener.AcceptSocketAsync(_stop.Token))
                {
                    Connections++;
                    await Serve(socket);
                }

                Closed++;
            }
        }
        catch (OperationCanceledException)
        {
        }
    }

    private async Task Serve(Socket socket)
    {
        var buffer = new byte[64 << 10];
        while (true)
        {
            var request = "";
            while (!IsComplete(request))
            {
                int read;
                try
                {
                    read = await socket.ReceiveAsync(buffer, _stop.Token);
                }
                catch (SocketException)
                {
                    return;
                }

                if (read == 0) return;
                request += Encoding.Latin1.GetString(buffer, 0, read);
            }

            Requests.Add(request);
            foreach (var part in _script.Dequeue())
            {
                if (part == "CLOSE") return;
                if (part == "RESET")
                {
                    socket.LingerState = new LingerOption(true, 0);
                    return;
                }

                if (part == "SILENCE")
                    await Task.Delay(Timeout.InfiniteTimeSpan, TimeProvider.System, _stop.Token);
                await socket.SendAsync(Encoding.Latin1.GetBytes(part), _stop.Token);
                await Task.Yield();
            }
        }
    }

    private static bool IsComplete(string request)
    {
        var head = request.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (head < 0) return false;
        const string name = "Content-Length:";
        var at = request.IndexOf(name, StringComparison.Ordinal);
        var length = at < 0 ? 0 : int.Parse(request[(at + name.Length)..request.IndexOf('\r', at)], CultureInfo.InvariantCulture);
        return request.Length >= head + 4 + length;
    }
}
